-- Comments on records: plain text, read by whoever reads the record, written by commenters and above
-- (docs/decisions/0038-record-pages.md).

create table if not exists plinth.comment (
  id uuid primary key,
  table_id uuid not null references plinth."table" (id) on delete cascade,
  -- No foreign key: comments outlive their record for a day, in case that it comes back.
  record_id uuid not null,
  -- No foreign key either: who has left stays a name.
  author_id uuid not null,
  body text not null check (char_length(body) between 1 and 10000),
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  -- When its record was deleted, and by whom: nobody reads it then.
  gone_at timestamptz,
  gone_by uuid
);
create index if not exists comment_record on plinth.comment (table_id, record_id, created_at, id);
create index if not exists comment_gone on plinth.comment (table_id, gone_at) where gone_at is not null;
alter table plinth.comment enable row level security;

drop policy if exists plinth_select on plinth.comment;
create policy plinth_select on plinth.comment for select to authenticated
  using (gone_at is null and table_id = any (array(select plinth_private.my_tables()))
    -- Asked once a row, as for files.
    and (select plinth_private.may_reach(table_id, record_id, 'read')));

-- May the caller comment on what they read of a table? Commenters and above may, and whoever may add or change records there.
create or replace function plinth_private.may_comment(p_table uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return plinth_private.scope(p_table, 'read') <> 'none' and (
    coalesce(plinth_private.base_role((select t.base_id from plinth."table" as t where t.id = p_table)), '')
      in ('creator', 'editor', 'commenter')
    or plinth_private.scope(p_table, 'create') <> 'none' or plinth_private.scope(p_table, 'update') <> 'none');
end
$$;

-- Refuses unless the caller reads the record. It is not deleted before this transaction ends.
create or replace function plinth_private.hold_read_record(p_table uuid, p_record uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_held boolean;
begin
  perform plinth_private.require_user();
  if plinth_private.may_reach(p_table, p_record, 'read') then
    execute format('select true from data.%I as t where t.id = $1 for key share',
                   (select t.relation from plinth."table" as t where t.id = p_table)) into v_held using p_record;
  end if;
  -- While this waited, the record may have gone out of reach.
  if v_held is not true or plinth_private.may_reach(p_table, p_record, 'read') is not true then
    perform plinth_private.fail(404, 'not_found');
  end if;
end
$$;

-- A comment's text as it is kept: without what cannot be seen at its ends and without control characters but line ends and tabs.
create or replace function plinth_private.clean_comment(p_body text) returns text
language plpgsql immutable security invoker set search_path = ''
as $$
declare
  v_body text := plinth_private.trim_text(regexp_replace(regexp_replace(coalesce(p_body, ''), '\r\n?', E'\n', 'g'),
                                                         '[\u0001-\u0008\u000b-\u001f\u007f-\u009f]', '', 'g'));
begin
  if v_body = '' then
    perform plinth_private.fail(400, 'invalid_input', '{"rule": "comment"}');
  end if;
  perform plinth_private.stay_within(char_length(v_body), plinth_private.limit_of('commentLength'), '{"rule": "comment_length"}');
  return v_body;
end
$$;

-- A comment as the app knows it.
create or replace function plinth_private.comment_json(p_comment plinth.comment) returns jsonb
language sql immutable security invoker set search_path = ''
as $$
  select jsonb_build_object('id', p_comment.id, 'author', p_comment.author_id, 'body', p_comment.body,
    'createdAt', p_comment.created_at, 'editedAt', p_comment.edited_at)
$$;

-- Who made and last changed a record, and when; whoever reads it may know. Refuses a record that the caller does not read.
create or replace function plinth_private.about_record(p_table uuid, p_record uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_about jsonb;
begin
  perform plinth_private.require_user();
  if plinth_private.may_reach(p_table, p_record, 'read') then
    execute format('select jsonb_build_object(''createdAt'', t.created_at, ''createdBy'', t.created_by, ''changedAt'', t.changed_at,
                                              ''changedBy'', t.changed_by) from data.%I as t where t.id = $1',
                   (select t.relation from plinth."table" as t where t.id = p_table)) into v_about using p_record;
  end if;
  if v_about is null then
    perform plinth_private.fail(404, 'not_found');
  end if;
  return v_about;
end
$$;

-- The last comments on a record, or the last ones before one of them, oldest first: {count, mayComment, comments}.
create or replace function plinth_private.record_comments(p_table uuid, p_record uuid, p_before uuid, p_take int) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform plinth_private.about_record(p_table, p_record);
  if p_take is null or p_take < 1 then
    perform plinth_private.fail(400, 'invalid_input', '{"rule": "take"}');
  end if;
  perform plinth_private.stay_within(p_take, plinth_private.limit_of('commentsPerRequest'), '{"rule": "take"}');
  return jsonb_build_object('mayComment', plinth_private.may_comment(p_table),
    'count', (select count(*) from plinth.comment as c
              where c.table_id = p_table and c.record_id = p_record and c.gone_at is null),
    'comments', coalesce((
      select jsonb_agg(plinth_private.comment_json(l.comment) order by l.created_at, l.id) from (
        select c as comment, c.created_at, c.id from plinth.comment as c
        where c.table_id = p_table and c.record_id = p_record and c.gone_at is null
          and (p_before is null or (c.created_at, c.id) < (
            select b.created_at, b.id from plinth.comment as b
            where b.id = p_before and b.table_id = p_table and b.record_id = p_record))
        order by c.created_at desc, c.id desc limit p_take) as l), '[]'));
end
$$;

-- Adds a comment to a record under an id of the caller's. Sent again, it answers what is there.
create or replace function plinth_private.add_comment(p_table uuid, p_record uuid, p_comment uuid, p_body text) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_user uuid := plinth_private.require_user();
  v_comment plinth.comment;
begin
  perform plinth_private.hold_read_record(p_table, p_record);
  if not plinth_private.may_comment(p_table) then
    perform plinth_private.fail(403, 'read_only', jsonb_build_object('table', p_table));
  end if;
  select c.* into v_comment from plinth.comment as c where c.id = p_comment;
  if p_comment is null or found and (v_comment.author_id, v_comment.table_id, v_comment.record_id, v_comment.gone_at is null)
                                    is distinct from (v_user, p_table, p_record, true) then
    perform plinth_private.fail(400, 'invalid_input', '{"rule": "id"}');
  elsif v_comment.id is not null then
    return plinth_private.comment_json(v_comment);
  end if;
  perform plinth_private.stay_within((select count(*) + 1 from plinth.comment as c where c.table_id = p_table and c.record_id = p_record),
    plinth_private.limit_of('commentsPerRecord'), '{"rule": "comments"}');
  -- By the clock: two comments of one transaction have an order.
  insert into plinth.comment (id, table_id, record_id, author_id, body, created_at)
    values (p_comment, p_table, p_record, v_user, plinth_private.clean_comment(p_body), clock_timestamp())
    returning * into v_comment;
  return plinth_private.comment_json(v_comment);
exception
  when unique_violation then
    perform plinth_private.fail(400, 'invalid_input', '{"rule": "id"}');
  when lock_not_available then
    perform plinth_private.fail(423, 'busy', jsonb_build_object('table', p_table));
end
$$;

-- A comment on a record that the caller reads, held. Any other answers like one that does not exist.
create or replace function plinth_private.take_comment(p_comment uuid) returns plinth.comment
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_comment plinth.comment;
begin
  select c.* into v_comment from plinth.comment as c where c.id = p_comment;
  perform plinth_private.hold_read_record(v_comment.table_id, v_comment.record_id);
  select c.* into v_comment from plinth.comment as c where c.id = p_comment and c.gone_at is null for update;
  if not found then
    perform plinth_private.fail(404, 'not_found');
  end if;
  return v_comment;
exception
  when lock_not_available then
    perform plinth_private.fail(423, 'busy');
end
$$;

-- Changes the text of the caller's own comment.
create or replace function plinth_private.edit_comment(p_comment uuid, p_body text) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_comment plinth.comment := plinth_private.take_comment(p_comment);
begin
  if v_comment.author_id <> plinth_private.caller() or not plinth_private.may_comment(v_comment.table_id) then
    perform plinth_private.fail(403, 'read_only', jsonb_build_object('table', v_comment.table_id));
  end if;
  update plinth.comment set body = plinth_private.clean_comment(p_body), edited_at = clock_timestamp()
    where id = p_comment returning * into v_comment;
  return plinth_private.comment_json(v_comment);
end
$$;

-- Deletes a comment: its author may, and creators of the base.
create or replace function plinth_private.delete_comment(p_comment uuid) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_comment plinth.comment := plinth_private.take_comment(p_comment);
begin
  if v_comment.author_id <> plinth_private.caller()
     and plinth_private.base_role((select t.base_id from plinth."table" as t where t.id = v_comment.table_id)) is distinct from 'creator' then
    perform plinth_private.fail(403, 'read_only', jsonb_build_object('table', v_comment.table_id));
  end if;
  delete from plinth.comment where id = p_comment;
end
$$;

-- Comments go with their records, and come back with them: to who deleted a record and makes it again within a day, for they have read
-- them. Who else makes a record of that id makes another one.
create or replace function plinth_private.comments_follow(p_table uuid, p_op text, p_records uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if p_op = 'DELETE' then
    delete from plinth.comment where table_id = p_table and gone_at < now() - interval '1 day';
    update plinth.comment set gone_at = now(), gone_by = plinth_private.caller()
      where table_id = p_table and record_id = any (p_records) and gone_at is null;
  else
    update plinth.comment set gone_at = null, gone_by = null
      where table_id = p_table and record_id = any (p_records) and gone_at > now() - interval '1 day'
        and gone_by is not distinct from plinth_private.caller();
  end if;
end
$$;

-- Says on the topic of a table that comments changed, never what they say; on which records, where everybody who hears it reads
-- all of them.
create or replace function plinth_private.send_comments() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform realtime.send(
      case when plinth_private.has_rules(t.id, 'read') or cardinality(c.records) > 200 then '{}'
           else jsonb_build_object('records', c.records) end,
      'comment', 'table:' || t.id::text || ':' || b.access_epoch::text, true)
    from (select r.table_id, array_agg(distinct r.record_id) as records from changed_rows as r
          where r.gone_at is null group by r.table_id) as c
    join plinth."table" as t on t.id = c.table_id
    join plinth.base as b on b.id = t.base_id;
  return null;
end
$$;

drop trigger if exists comments_made on plinth.comment;
create trigger comments_made after insert on plinth.comment referencing new table as changed_rows
  for each statement execute function plinth_private.send_comments();
drop trigger if exists comments_changed on plinth.comment;
create trigger comments_changed after update on plinth.comment referencing new table as changed_rows
  for each statement execute function plinth_private.send_comments();
drop trigger if exists comments_gone on plinth.comment;
create trigger comments_gone after delete on plinth.comment referencing old table as changed_rows
  for each statement execute function plinth_private.send_comments();

-- Says who made and last changed a record.
create or replace function plinth.about_record("table" uuid, record uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select plinth_private.about_record($1, $2) $$;

-- Reads the comments on a record.
create or replace function plinth.record_comments("table" uuid, record uuid, before uuid, take int) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select plinth_private.record_comments($1, $2, $3, $4) $$;

-- Comments on a record.
create or replace function plinth.add_comment("table" uuid, record uuid, comment uuid, body text) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.add_comment($1, $2, $3, $4) $$;

-- Changes one's own comment.
create or replace function plinth.edit_comment(comment uuid, body text) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.edit_comment($1, $2) $$;

-- Deletes a comment.
create or replace function plinth.delete_comment(comment uuid) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.delete_comment($1); select null::jsonb $$;

revoke all on plinth.comment from public, anon, authenticated;
grant select, insert, update, delete on plinth.comment to service_role;
grant select on plinth.comment to authenticated;

select plinth_private.close_functions(array[
  'may_comment(uuid)', 'hold_read_record(uuid, uuid)', 'clean_comment(text)', 'comment_json(plinth.comment)',
  'about_record(uuid, uuid)', 'record_comments(uuid, uuid, uuid, int)', 'add_comment(uuid, uuid, uuid, text)', 'take_comment(uuid)', 'edit_comment(uuid, text)',
  'delete_comment(uuid)', 'comments_follow(uuid, text, uuid[])', 'send_comments()'
]);
select plinth_private.open_calls(array['about_record(uuid, uuid)', 'record_comments(uuid, uuid, uuid, int)', 'add_comment(uuid, uuid, uuid, text)',
  'edit_comment(uuid, text)', 'delete_comment(uuid)']);
