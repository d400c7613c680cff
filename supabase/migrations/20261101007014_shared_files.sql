-- Files of a link (docs/decisions/0046-share-links.md). Its records tell what their files are called, and a mark of each; for marks a call tells keys,
-- by which storage gives the files to whoever has them, for a moment and as long as the link holds (`is_told`).

-- Files by their marks, those that a cell which the link tells holds at this moment: [{mark, file, path, thumb}]. marks = array of UUIDs.
create or replace function plinth_private.files_of_share(p_link plinth_private.share_link, p_marks jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_config jsonb := plinth_private.share_config(p_link);
  v_query jsonb := plinth_private.share_query(p_link, v_config) || jsonb_build_object('fields', (
    select coalesce(jsonb_agg(f.id), '[]') from plinth.field as f
    where f.id = any (plinth_private.share_field_ids(p_link, v_config)) and f.type = 'attachment'));
  v_readable record := plinth_private.readable(v_query);
  v_view plinth_private.view;
  v_files uuid[] := array(select plinth_private.page_mark(p_link, m.value::uuid, false) from jsonb_array_elements_text(p_marks) as m);
  v_records uuid[] := array(
    select distinct a.record_id from plinth.attachment as a where a.id = any (v_files) and a.table_id = p_link.table_id);
begin
  if p_link.kind = 'record' then
    v_records := array[p_link.record_id];
  elsif v_records <> '{}' then
    v_view := plinth_private.view_of(v_readable, v_query);
    -- Whatever orders the view: records are asked for.
    v_view.places := v_view.places || '{t}'::text[];
    v_records := plinth_private.find_ids(v_view, format('t.id = any (%L::uuid[])', v_records),
                                       null, false, 0, cardinality(v_records));
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('mark', plinth_private.page_mark(p_link, (f.value ->> 'id')::uuid, true),
             'file', f.value -> 'id', 'path', f.value -> 'key', 'thumb', f.value -> 'thumbKey')), '[]')
    -- A row begins with the record's id and version.
    from jsonb_array_elements(plinth_private.read_rows(v_readable, plinth_private.projection(p_link.table_id, v_query), v_records)::jsonb) as r
      cross join jsonb_array_elements(r.value - 0 - 0) as c
      cross join jsonb_array_elements(case when c.value = 'null' then '[]' else c.value end) as f
    where (f.value ->> 'id')::uuid = any (v_files));
end
$$;

-- Keys of files that a link shows, by their marks: [{mark, path, thumb}], thumb null where there is none. What it does not show is not there.
create or replace function plinth_private.shared_files(p_token text, p_pass text, p_marks jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_link plinth_private.share_link := plinth_private.open_share(p_token, p_pass);
  v_until timestamptz := now() + make_interval(secs => plinth_private.limit_of('toldFileSeconds'));
  v_files jsonb;
begin
  if plinth_private.record_ids(coalesce(p_marks, 'null'), plinth_private.limit_of('sharedFilesPerRequest')) is null then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'files', 'limit', plinth_private.limit_of('sharedFilesPerRequest')));
  end if;
  v_files := plinth_private.read_as_maker(v_link, 'files', jsonb_build_object('marks', p_marks));
  delete from plinth_private.told_file as f where f.link_id = v_link.id and f.expires_at <= now();
  -- In one order, so that two at once wait for each other; what was told a moment ago is not written again.
  insert into plinth_private.told_file as f (attachment_id, link_id, expires_at)
    select distinct (t.value ->> 'file')::uuid, v_link.id, v_until from jsonb_array_elements(v_files) as t order by 1
    on conflict (attachment_id, link_id) do update set expires_at = excluded.expires_at
    where f.expires_at < now() + (v_until - now()) / 2;
  return (select coalesce(jsonb_agg(t.value - 'file'), '[]') from jsonb_array_elements(v_files) as t);
end
$$;

-- Keys of files of a link.
create or replace function plinth.shared_files(token text, pass text, marks jsonb) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '8s'
as $$ select plinth_private.shared_files($1, $2, $3) $$;

select plinth_private.close_functions(array['files_of_share(plinth_private.share_link, jsonb)', 'shared_files(text, text, jsonb)', 'is_told(text)']);
select plinth_private.open_calls(array['shared_files(text, text, jsonb)']);
grant execute on function plinth.shared_files(text, text, jsonb), plinth_private.shared_files(text, text, jsonb), plinth_private.is_told(text) to anon;
grant execute on function plinth_private.is_told(text) to authenticated, service_role;
