-- What a link opens, for everybody who has its token (docs/decisions/0046-share-links.md). Each call takes the token anew, so that a
-- link that was taken back opens nothing. It reads as the link's maker does, at that moment, and of that only what the link shows: no
-- query comes from outside, and neither ids of records, fields and people nor the values by which records are ordered go there.
-- REST takes these calls by POST alone, so that no address holds a token: what came by GET runs in a transaction that is read-only, and
-- is refused.

-- The link of a token. One that never was, that is past its end or was taken back, or whose maker may not share any more: all answer alike.
-- Where it has a password, a pass is asked for.
create or replace function plinth_private.open_share(p_token text, p_pass text) returns plinth_private.share_link
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_link plinth_private.share_link;
begin
  if current_setting('transaction_read_only') = 'on' then
    perform plinth_private.fail(405, 'invalid_input', '{"rule": "method"}');
  end if;
  select l.* into v_link
    from plinth_private.share_link as l join plinth."table" as t on t.id = l.table_id
    where l.token_hash = sha256(convert_to(coalesce(p_token, ''), 'UTF8')) and (l.expires_at is null or l.expires_at > now())
      and plinth_private.may_share(l.made_by, t.base_id);
  if not found then
    perform plinth_private.fail(404, 'share_invalid');
  elsif v_link.password_hash is not null and not exists (
    select 1 from plinth_private.share_pass as p
    where p.pass_hash = sha256(convert_to(coalesce(p_pass, ''), 'UTF8')) and p.link_id = v_link.id and p.expires_at > now()) then
    perform plinth_private.fail(403, 'share_locked');
  end if;
  return v_link;
end
$$;

-- Gives a pass for a link's password: {pass, expiresAt}, pass null where it is another one, and `isLimited` where it was tried too often.
-- It answers instead of refusing, because what is refused is not counted.
create or replace function plinth_private.unlock_share(p_token text, p_password text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_link plinth_private.share_link;
  v_pass text;
  v_expires timestamptz := now() + make_interval(mins => plinth_private.limit_of('sharePassMinutes')::int);
  v_since timestamptz := now() - make_interval(mins => plinth_private.limit_of('shareTryMinutes')::int);
begin
  -- A try is booked before it is looked at; those of one link go one after the other.
  update plinth_private.share_link as l set
      tries = case when l.tried_since < v_since then 1 else l.tries + 1 end,
      tried_since = case when l.tried_since < v_since then now() else l.tried_since end
    from plinth."table" as t
    where l.token_hash = sha256(convert_to(coalesce(p_token, ''), 'UTF8')) and (l.expires_at is null or l.expires_at > now())
      and l.password_hash is not null and t.id = l.table_id and plinth_private.may_share(l.made_by, t.base_id)
    returning l.* into v_link;
  if v_link.id is null then
    perform plinth_private.fail(404, 'share_invalid');
  elsif v_link.tries > plinth_private.limit_of('sharePasswordTries') then
    return jsonb_build_object('pass', null, 'isLimited', true);
  elsif octet_length(coalesce(p_password, '')) > 72
     or extensions.crypt(coalesce(p_password, ''), v_link.password_hash) is distinct from v_link.password_hash then
    return jsonb_build_object('pass', null, 'isLimited', false);
  end if;
  v_pass := translate(encode(extensions.gen_random_bytes(32), 'base64'), '+/=', '-_');
  update plinth_private.share_link as l set tries = l.tries - 1 where l.id = v_link.id;
  delete from plinth_private.share_pass as p where p.link_id = v_link.id and p.expires_at <= now();
  insert into plinth_private.share_pass (pass_hash, link_id, expires_at)
    values (sha256(convert_to(v_pass, 'UTF8')), v_link.id, v_expires);
  return jsonb_build_object('pass', v_pass, 'isLimited', false,
    'expiresAt', to_char(v_expires at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
end
$$;

-- Does a field say who somebody is: by its type, or as a text that is made of such fields?
create or replace function plinth_private.names_people(p_field plinth.field) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return plinth_private.family_of(p_field.type) = 'person' or jsonb_path_exists(p_field.formula, '$.** ? (@.call == "person_name")') is true or exists (
    select 1 from plinth.field as f
    where p_field.formula ? 'rollup' and p_field.type = 'long_text' and f.id = any (p_field.reads)
      and f.id::text = p_field.formula #>> '{rollup,field}' and plinth_private.family_of(f.type) = 'person')
    or exists (
    select 1 from plinth_private.late_field as l cross join lateral plinth_private.late_as_field(l) as v
    where l.id = any (p_field.reads) and l.type <> 'person' and plinth_private.names_people(v));
end
$$;

-- The fields of a link as its maker sees them now, in the order of the view, without those that the view has come to hide and, where the
-- link does not tell their names, people.
create or replace function plinth_private.share_fields(p_link plinth_private.share_link, p_hidden jsonb, p_order jsonb) returns setof plinth.field
language sql stable security definer set search_path = ''
as $$
  select (f.field).*
  from (select s as field, false as late from plinth_private.seen_fields(p_link.table_id) as s
        union all select s, true from plinth_private.seen_late_fields(p_link.table_id) as s) as f
  where (f.field).id = any (p_link.fields) and not p_hidden ? (f.field).id::text
    and (p_link.shows_people or not plinth_private.names_people(f.field)) and not (f.late and (f.field).type = 'attachment')
  order by (select o.n from jsonb_array_elements_text(p_order) with ordinality as o (id, n) where o.id = (f.field).id::text),
           f.late, (f.field).position, (f.field).id
$$;

-- Their ids, in this order.
create or replace function plinth_private.share_field_ids(p_link plinth_private.share_link, p_config jsonb) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(f.id order by f.ordinality), '{}')
  from plinth_private.share_fields(p_link, p_config -> 'hidden', p_config -> 'order') with ordinality as f
$$;

-- The configuration of the view whose records a link shows, as far as its maker sees the fields; of a record an empty one. Links that show
-- no records have none.
create or replace function plinth_private.share_config(p_link plinth_private.share_link) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_config jsonb;
begin
  if plinth_private.share_kind(p_link) not in ('view', 'record') or not plinth_private.is_there(p_link) then
    perform plinth_private.fail(404, 'share_invalid');
  elsif p_link.kind = 'record' then
    return '{"filter": null, "sorts": [], "groups": [], "hidden": [], "order": []}';
  end if;
  select plinth_private.fit_view(v.config, plinth_private.seen_ids(p_link.table_id), plinth_private.placed_ids(p_link.table_id))
    into v_config from plinth.view as v where v.id = p_link.view_id;
  return v_config;
end
$$;

drop function if exists plinth_private.share_query(plinth_private.share_link);
-- The query of a link: that of its view. Nothing of it comes from who opens the link.
create or replace function plinth_private.share_query(p_link plinth_private.share_link, p_config jsonb) returns jsonb
language sql immutable security invoker set search_path = ''
as $$
  select jsonb_build_object('table', p_link.table_id, 'filter', p_config -> 'filter', 'sorts', p_config -> 'sorts',
    'groups', p_config -> 'groups', 'view', p_link.view_id)
$$;

-- Does a link tell what the records are called that a field links?
create or replace function plinth_private.names_linked(p_link plinth_private.share_link, p_field plinth.field) returns boolean
language sql stable security definer set search_path = ''
as $$
  select p_link.shows_linked and coalesce(plinth_private.family_of((plinth_private.label_field((plinth_private.link_end_of(p_field.id)).target)).type) = 'text', false)
$$;

-- SQL of a value as a link tells it: people by their names; of linked records how many there are, and the texts that they are called by
-- where the link tells them; never ids of either. Files by what they are called and marks, for which `shared_files` tells the keys.
create or replace function plinth_private.told_sql(p_link plinth_private.share_link, p_field plinth.field, p_usual text) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  if plinth_private.family_of(p_field.type) = 'person' then
    return format('(select p.name from plinth.profile as p where p.id = %s)', plinth_private.column_ref(p_field));
  elsif p_field.type = 'attachment' then
    return format('(select jsonb_agg(jsonb_build_object(
        ''mark'', plinth_private.page_mark((select l from plinth_private.share_link as l where l.id = %L), (f.value ->> ''id'')::uuid, true),
        ''name'', f.value -> ''name'', ''mime'', f.value -> ''mime'', ''bytes'', f.value -> ''bytes'',
        ''hasThumb'', f.value -> ''thumbKey'' <> ''null'') order by f.ordinality)
      from jsonb_array_elements(%s) with ordinality as f)', p_link.id, p_usual);
  elsif p_field.type <> 'link' then
    return p_usual;
  end if;
  if not plinth_private.names_linked(p_link, p_field) then
    return format('nullif(jsonb_build_object(''count'', %1$s, ''names'', ''[]''::jsonb), ''{"count": 0, "names": []}'')',
                  plinth_private.column_ref(p_field));
  end if;
  return format('(select jsonb_build_object(''count'', c.cell -> ''count'', ''names'', jsonb_path_query_array(c.cell, ''$.items[*][1]''))
                  from (select %s as cell) as c where c.cell is not null)', p_usual);
end
$$;

-- What a projection reads, told as the link tells it.
create or replace function plinth_private.told_expressions(p_link plinth_private.share_link, p_fields jsonb, p_expressions text[]) returns text[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select coalesce((select plinth_private.told_sql(p_link, f, e.sql) from plinth.field as f where f.id = (p_fields ->> (e.n - 1)::int)::uuid), e.sql)
    from unnest(p_expressions) with ordinality as e (sql, n) order by e.n);
end
$$;

-- What a page is continued by: the id of its last record, enciphered (encrypt) or read again. Only this link's pages go by its key; what
-- is none becomes the id of nothing.
create or replace function plinth_private.page_mark(p_link plinth_private.share_link, p_id uuid, p_encrypt boolean) returns uuid
language sql stable strict security definer set search_path = ''
as $$
  select encode(case when p_encrypt then extensions.encrypt(uuid_send(p_id), p_link.page_key, 'aes-ecb/pad:none')
                     else extensions.decrypt(uuid_send(p_id), p_link.page_key, 'aes-ecb/pad:none') end, 'hex')::uuid
$$;

-- Of a field's options those that are needed to show a value.
create or replace function plinth_private.told_options(p_options jsonb) returns jsonb
language sql immutable security invoker set search_path = ''
as $$
  select coalesce(jsonb_object_agg(o.key, o.value), '{}') from jsonb_each(p_options) as o
  where o.key in ('options', 'decimals', 'currency', 'max', 'unit', 'prefix', 'digits', 'single')
$$;

-- Of a text of values of linked records in a row what they are, so that they are read as such: {listed: {type, options}}, else {}. What is
-- read as it is written counts as text.
create or replace function plinth_private.told_listed(p_field plinth.field) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select coalesce((
    select jsonb_build_object('listed', case
        when f.type in ('date', 'datetime', 'created_time', 'changed_time', 'integer', 'rating', 'number', 'percent', 'currency')
        then jsonb_build_object('type', f.type, 'options', plinth_private.told_options(f.options))
        else '{"type": "text", "options": {}}' end)
    from plinth.field as f
    where f.id::text = p_field.formula #>> '{rollup,field}' and p_field.type = 'long_text'
      and p_field.formula #>> '{rollup,function}' in ('concatenate', 'unique')), '{}')
$$;

-- A field as a link tells it: its name, its type, and what is needed to show a value.
create or replace function plinth_private.told_field(p_field plinth.field) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select jsonb_build_object('name', p_field.name, 'type', p_field.type, 'options', plinth_private.told_options(p_field.options))
    || plinth_private.told_listed(p_field)
$$;

-- The colour rules of a view as far as a link tells all that they look at, and as it stands: not people, of whom it tells names, links and files,
-- nor who looks, who is nobody. Fields are their places among those that are told; in conditions as texts, where ids stand for members.
create or replace function plinth_private.share_colors(p_link plinth_private.share_link, p_config jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('name', c.value -> 'name', 'hue', c.value -> 'hue',
      'when', plinth_private.exchange_ids(c.value -> 'when', t.plain),
      'paints', coalesce(t.places -> (c.value ->> 'paints'), '"row"')) order by c.n)
  from (
    select coalesce(jsonb_object_agg(f.id, f.ordinality - 1), '{}') as places,
           coalesce(jsonb_object_agg(f.id, (f.ordinality - 1)::text)
             filter (where plinth_private.family_of(f.type) not in ('person', 'attachment', 'link')), '{}') as plain
    from plinth_private.share_fields(p_link, p_config -> 'hidden', p_config -> 'order') with ordinality as f) as t
  cross join lateral jsonb_array_elements(coalesce(p_config -> 'colors', '[]')) with ordinality as c (value, n)
  where (c.value ->> 'paints' = 'row' or t.places ? (c.value ->> 'paints'))
    and t.plain ?& array(select r.id::text from unnest(plinth_private.fields_of_tree(c.value -> 'when')) as r (id))
    and not exists (select 1 from jsonb_path_query(c.value -> 'when', '$.**.call') as x
                    where x #>> '{}' in ('me', 'my_role', 'has_role'))
$$;

-- The groups in which the records of a shared view stand, as places of their fields, the outermost first: up to the first that the link does
-- not tell, for what stands in a group tells what its records have there. What is no table, list or gallery stands in others.
create or replace function plinth_private.share_groups(p_config jsonb, p_fields uuid[], p_layout jsonb) returns jsonb
language sql immutable security invoker set search_path = ''
as $$
  select jsonb_agg(g.place - 1 order by g.n)
  from (select g.n, array_position(p_fields, (g.value ->> 'field')::uuid) as place,
               bool_and(array_position(p_fields, (g.value ->> 'field')::uuid) is not null) over (order by g.n) as is_told
        from jsonb_array_elements(coalesce(nullif(p_config -> 'groups', 'null'), '[]')) with ordinality as g (value, n)) as g
  where g.is_told and coalesce(p_layout ->> 'kind', 'list') in ('list', 'gallery')
$$;

-- These fields in their places, without links to one record of which the link tells no name: whoever sees it could not tell their groups apart.
create or replace function plinth_private.share_group_ids(p_link plinth_private.share_link, p_fields uuid[]) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select case when f.type = 'link' and f.options -> 'single' = 'true' and not plinth_private.names_linked(p_link, f) then null else u.id end
    from unnest(p_fields) with ordinality as u (id, n) left join plinth.field as f on f.id = u.id order by u.n)
$$;

-- What a link to records shows besides, without the records.
create or replace function plinth_private.told_records(p_link plinth_private.share_link) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_config jsonb := plinth_private.share_config(p_link);
  v_query jsonb := plinth_private.share_query(p_link, v_config);
  v_fields uuid[] := plinth_private.share_field_ids(p_link, v_config);
  v_layout jsonb := plinth_private.share_layout(p_link, v_config, v_fields);
  v_groups jsonb := plinth_private.share_groups(v_config, plinth_private.share_group_ids(p_link, v_fields), v_layout);
  v_colors jsonb := plinth_private.share_colors(p_link, v_config);
  v_figures jsonb := plinth_private.told_figures(plinth_private.share_figures(p_link, v_config, v_fields, v_layout), v_fields);
begin
  if v_layout ->> 'kind' = 'board' then
    v_layout := plinth_private.told_board(p_link, v_query, v_layout, v_fields);
  end if;
  return jsonb_build_object(
    'total', case when p_link.kind = 'view' then plinth_private.view_stats(v_query, false) -> 'total' end,
    'fields', coalesce((
      select jsonb_agg(plinth_private.told_field(f.field) order by f.n)
      from (select s as field, row_number() over () as n
            from plinth_private.share_fields(p_link, v_config -> 'hidden', v_config -> 'order') as s) as f), '[]'))
    || case when v_layout is null then '{}' else jsonb_build_object('layout', v_layout) end
    || case when v_groups is null then '{}' else jsonb_build_object('groups', v_groups) end
    || case when v_colors is null then '{}' else jsonb_build_object('colors', v_colors) end
    || case when v_figures is null then '{}' else jsonb_build_object('figures', v_figures) end;
end
$$;

-- What a link shows, without its records: what each has, and what those of its kind have besides.
create or replace function plinth_private.page_of_share(p_link plinth_private.share_link) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_kind text := plinth_private.share_kind(p_link);
begin
  if not plinth_private.is_there(p_link) then
    perform plinth_private.fail(404, 'share_invalid');
  end if;
  return (
    select jsonb_build_object('kind', v_kind, 'name', p_link.name, 'timeZone', b.time_zone, 'locale', b.locale, 'weekStart', b.week_start,
      'total', null, 'fields', '[]'::jsonb)
    from plinth."table" as t join plinth.base as b on b.id = t.base_id where t.id = p_link.table_id)
    || case v_kind when 'form' then plinth_private.told_form(p_link)
                   when 'chart' then plinth_private.told_charts(p_link)
                   when 'dashboard' then plinth_private.told_charts(p_link)
                   else plinth_private.told_records(p_link) end;
end
$$;

drop function if exists plinth_private.rows_of_share(plinth_private.share_link, uuid, int);
-- The records of a link, or of a part of them, behind a mark, at most so many: {rows, next}, next null at the end.
create or replace function plinth_private.rows_of_share(p_link plinth_private.share_link, p_after uuid, p_take int, p_part jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_config jsonb := plinth_private.share_config(p_link);
  v_fields uuid[] := plinth_private.share_field_ids(p_link, v_config);
  v_query jsonb := plinth_private.part_query(p_link, plinth_private.share_query(p_link, v_config), v_config, v_fields, p_part)
    || jsonb_build_object('fields', to_jsonb(v_fields));
  v_readable record := plinth_private.readable(v_query);
  v_projection record := plinth_private.projection(p_link.table_id, v_query);
  v_view plinth_private.view;
  v_anchor jsonb;
  v_ids uuid[] := array[p_link.record_id];
  v_more boolean := false;
begin
  v_projection.expressions := plinth_private.told_expressions(p_link, v_projection.fields, v_projection.expressions);
  if p_link.kind = 'view' then
    v_view := plinth_private.view_of(v_readable, v_query);
    v_anchor := plinth_private.key_of(v_view, plinth_private.page_mark(p_link, p_after, false));
    if p_after is not null and v_anchor is null then
      perform plinth_private.fail(409, 'share_moved');
    end if;
    v_ids := plinth_private.find_ids(v_view, 'true', v_anchor, false, 0, p_take + 1);
    v_more := cardinality(v_ids) > p_take;
    v_ids := v_ids[:p_take];
  end if;
  return jsonb_build_object(
    'rows', coalesce((
      -- A row begins with the record's id and version.
      select jsonb_agg(r.value - 0 - 0 order by r.n)
      from jsonb_array_elements(plinth_private.read_rows(v_readable, v_projection, v_ids)::jsonb) with ordinality as r (value, n)), '[]'),
    'next', case when v_more then plinth_private.page_mark(p_link, v_ids[cardinality(v_ids)], true) end);
end
$$;

drop function if exists plinth_private.read_as_maker(plinth_private.share_link, text, uuid, int);
-- What a link answers: its page, records of it, their figures, keys of files, a chart, or what a form asks for. The functions that read for everybody else read for it, with
-- the claims of its maker in a transaction that is read-only meanwhile. What its maker may not read any more is as a link that is none; why is
-- not told.
create or replace function plinth_private.read_as_maker(p_link plinth_private.share_link, p_call text, p_args jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_claims text[];
  v_answer jsonb;
begin
  perform set_config('transaction_read_only', 'on', true);
  v_claims := plinth_private.speak_as(p_link.made_by);
  v_answer := case p_call
    when 'page' then plinth_private.page_of_share(p_link)
    when 'rows' then plinth_private.rows_of_share(p_link, (p_args ->> 'after')::uuid, (p_args ->> 'take')::int,
                                                p_args -> 'part')
    when 'figures' then plinth_private.figures_of_share(p_link)
    when 'files' then plinth_private.files_of_share(p_link, p_args -> 'marks')
    when 'chart' then plinth_private.chart_of_share(p_link, p_args ->> 'mark', (p_args ->> 'take')::int)
    when 'receipt' then plinth_private.receipt_of_form(p_link)
    when 'choices' then plinth_private.choices_of_form(p_link, (p_args ->> 'field')::uuid, p_args ->> 'search', (p_args ->> 'take')::int) end;
  perform plinth_private.speak_again(v_claims);
  return v_answer;
exception
  when sqlstate 'PT400' or sqlstate 'PT403' or sqlstate 'PT404' then
    perform plinth_private.fail(404, 'share_invalid');
end
$$;

-- What a link shows: {kind, name, fields, total, timeZone, locale, weekStart}, and of a form `form`. Counted as opened.
create or replace function plinth_private.shared_page(p_token text, p_pass text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_link plinth_private.share_link := plinth_private.open_share(p_token, p_pass);
  v_page jsonb;
begin
  v_page := plinth_private.read_as_maker(v_link, 'page', '{}');
  update plinth_private.share_link as l set opened = l.opened + 1, opened_at = now() where l.id = v_link.id;
  return v_page;
end
$$;

drop function if exists plinth.shared_rows(text, text, uuid, int);
drop function if exists plinth_private.shared_rows(text, text, uuid, int);
-- Records of a link, or of a part of them (`part_query`), behind a mark that a page before ended with; null: from the beginning.
create or replace function plinth_private.shared_rows(p_token text, p_pass text, p_after uuid, p_take int, p_part jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_link plinth_private.share_link := plinth_private.open_share(p_token, p_pass);
begin
  if p_take is null or p_take not between 1 and plinth_private.limit_of('sharedRowsPerRequest') then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'window',
      'limit', plinth_private.limit_of('sharedRowsPerRequest')));
  end if;
  perform plinth_private.check_part(p_part);
  return plinth_private.read_as_maker(v_link, 'rows', jsonb_build_object('after', p_after, 'take', p_take, 'part', p_part));
end
$$;

-- What a link shows.
create or replace function plinth.shared_page(token text, pass text) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '8s'
as $$ select plinth_private.shared_page($1, $2) $$;

-- Records of a link; of a part of them where one is named.
create or replace function plinth.shared_rows(token text, pass text, "after" uuid, take int, part jsonb default null) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '8s'
as $$ select plinth_private.shared_rows($1, $2, $3, $4, $5) $$;

-- A pass for a link's password.
create or replace function plinth.unlock_share(token text, password text) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '8s'
as $$ select plinth_private.unlock_share($1, $2) $$;

select plinth_private.close_functions(array[
  'open_share(text, text)', 'unlock_share(text, text)', 'names_people(plinth.field)', 'share_fields(plinth_private.share_link, jsonb, jsonb)',
  'share_field_ids(plinth_private.share_link, jsonb)', 'share_colors(plinth_private.share_link, jsonb)', 'share_groups(jsonb, uuid[], jsonb)', 'share_group_ids(plinth_private.share_link, uuid[])',
  'share_config(plinth_private.share_link)', 'share_query(plinth_private.share_link, jsonb)',
  'names_linked(plinth_private.share_link, plinth.field)', 'told_sql(plinth_private.share_link, plinth.field, text)', 'told_expressions(plinth_private.share_link, jsonb, text[])',
  'page_mark(plinth_private.share_link, uuid, boolean)', 'told_options(jsonb)', 'told_listed(plinth.field)', 'told_field(plinth.field)', 'told_records(plinth_private.share_link)',
  'page_of_share(plinth_private.share_link)',
  'rows_of_share(plinth_private.share_link, uuid, int, jsonb)', 'read_as_maker(plinth_private.share_link, text, jsonb)',
  'shared_page(text, text)', 'shared_rows(text, text, uuid, int, jsonb)'
]);
-- The only calls beside an invitation's that nobody in particular may make.
select plinth_private.open_calls(array['shared_page(text, text)', 'shared_rows(text, text, uuid, int, jsonb)', 'unlock_share(text, text)']);
grant execute on function plinth.shared_page(text, text), plinth.shared_rows(text, text, uuid, int, jsonb), plinth.unlock_share(text, text),
  plinth_private.shared_page(text, text), plinth_private.shared_rows(text, text, uuid, int, jsonb), plinth_private.unlock_share(text, text) to anon;
