-- Links by which people without an account see a view or a single record (docs/decisions/0046-share-links.md). Who makes them, changes
-- them, takes them back and is told of them; what they open stands in the next file. The token is in the answer that makes a link and
-- nowhere else: kept is its SHA-256.

create table if not exists plinth_private.share_link (
  id uuid primary key,
  table_id uuid not null references plinth."table" (id) on delete cascade,
  -- What it shows. A link shows one thing: a record, or a view, which may be a chart or a dashboard; or it asks what one form asks.
  kind text not null check (kind in ('view', 'record', 'form')),
  view_id uuid references plinth.view (id) on delete cascade,
  record_id uuid,
  -- What visitors are told that it is.
  name text not null,
  -- No others are shown, whatever the view shows.
  fields uuid[] not null,
  -- Names of the people in cells of people; without, such fields are not shown at all.
  shows_people boolean not null default false,
  -- What linked records are called; without, cells of links say how many there are.
  shows_linked boolean not null default false,
  token_hash bytea not null unique,
  -- Of what pages are continued by, so that it says nothing of the record that it stands for.
  page_key bytea not null,
  password_hash text,
  -- Tries of the password since then, and how many.
  tried_since timestamptz not null default '-infinity',
  tries int not null default 0,
  expires_at timestamptz,
  -- It shows no more than this person reads.
  made_by uuid not null references plinth.profile (id) on delete cascade,
  made_at timestamptz not null default now(),
  -- Of a form: submissions in an hour at most; null: as many as any form takes.
  per_hour int check (per_hour > 0),
  -- Of a form: it is sent with what the project's captcha says of the visitor.
  asks_captcha boolean not null default false,
  opened bigint not null default 0,
  opened_at timestamptz,
  constraint share_link_target check ((kind in ('view', 'form')) = (view_id is not null) and (kind = 'record') = (record_id is not null))
);
create index if not exists share_link_table on plinth_private.share_link (table_id);
create index if not exists share_link_view on plinth_private.share_link (view_id);
create index if not exists share_link_maker on plinth_private.share_link (made_by);
alter table plinth_private.share_link enable row level security;

-- Who gave a link's password gets a pass for a while, so that the slow check is not made for every page.
create table if not exists plinth_private.share_pass (
  pass_hash bytea primary key,
  link_id uuid not null references plinth_private.share_link (id) on delete cascade,
  expires_at timestamptz not null
);
create index if not exists share_pass_link on plinth_private.share_pass (link_id, expires_at);
alter table plinth_private.share_pass enable row level security;
-- Files whose keys a link told: so long they are read by whoever has them (20261101007014_shared_files.sql).
create table if not exists plinth_private.told_file (
  attachment_id uuid not null references plinth.attachment (id) on delete cascade,
  link_id uuid not null references plinth_private.share_link (id) on delete cascade,
  expires_at timestamptz not null,
  primary key (attachment_id, link_id)
);
create index if not exists told_file_link on plinth_private.told_file (link_id, expires_at);
alter table plinth_private.told_file enable row level security;
revoke all on plinth_private.share_link, plinth_private.share_pass, plinth_private.told_file from public, anon, authenticated, service_role;

-- May this person show things of the base to everybody who has a link? Asked when a link is made, and each time that it is opened.
create or replace function plinth_private.may_share(p_user uuid, p_base uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(plinth_private.standing(p_user, p_base) = 'creator', false);
end
$$;

-- Whoever may not share any more loses the links that they made; getting the right back does not bring them back.
create or replace function plinth_private.withdraw_shares() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from plinth_private.share_link as l using plinth."table" as t
    where t.id = l.table_id and l.made_by in (select o.user_id from old_rows as o)
      and t.base_id is not null and not plinth_private.may_share(l.made_by, t.base_id);
  return null;
end
$$;

do $$
declare
  v_table text;
  v_event text;
begin
  foreach v_table in array array['base_member', 'workspace_member'] loop
    foreach v_event in array array['update', 'delete'] loop
      execute format('drop trigger if exists shares_withdrawn_%s on plinth.%I', v_event, v_table);
      execute format('create trigger shares_withdrawn_%s after %s on plinth.%I referencing old table as old_rows
                      for each statement execute function plinth_private.withdraw_shares()', v_event, v_event, v_table);
    end loop;
  end loop;
end
$$;

-- Refuses settings of a link.
create or replace function plinth_private.refuse_share(p_rule text) returns void
language plpgsql volatile security invoker set search_path = ''
as $$
begin
  perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', p_rule));
end
$$;

-- A password as it is kept; null: none. Bcrypt looks at 72 bytes, so there are no longer ones.
create or replace function plinth_private.password_hash(p_password jsonb) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_password text := p_password #>> '{}';
begin
  if v_password is null then
    return null;
  elsif jsonb_typeof(p_password) <> 'string' or octet_length(v_password) > 72
     or char_length(v_password) < plinth_private.limit_of('sharePasswordLength') then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'password',
      'limit', plinth_private.limit_of('sharePasswordLength')));
  end if;
  return extensions.crypt(v_password, extensions.gen_salt('bf', 10));
end
$$;

-- The moment until which a link holds; null: until it is taken back.
create or replace function plinth_private.share_end(p_moment jsonb) returns timestamptz
language plpgsql volatile security invoker set search_path = ''
as $$
begin
  if coalesce(jsonb_typeof(p_moment), 'null') = 'null' then
    return null;
  elsif plinth_private.value_problem('datetime', '{}', p_moment) is not null or (p_moment #>> '{}')::timestamptz <= now() then
    perform plinth_private.refuse_share('expires_at');
  end if;
  return (p_moment #>> '{}')::timestamptz;
end
$$;

-- What a link shows: a record, the records of a view, or, where the view is one, a chart or a dashboard. A view stays what it was made as.
create or replace function plinth_private.share_kind(p_link plinth_private.share_link) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce((select v.kind from plinth.view as v where v.id = p_link.view_id and v.kind in ('chart', 'dashboard')), p_link.kind)
$$;

-- The tables that a link may tell something of: its own; of a dashboard all of the base.
create or replace function plinth_private.tables_of_share(p_link plinth_private.share_link, p_kind text) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select t.id from plinth."table" as own join plinth."table" as t on t.id = own.id or (p_kind = 'dashboard' and t.base_id = own.base_id)
  where own.id = p_link.table_id
$$;

drop function if exists plinth_private.shown_fields(uuid, jsonb);
-- The fields that a link shows: some that the caller sees, of its table; of charts those of their tables, or none where records are
-- counted alone. Charts tell nothing of files, and no link those of linked records.
create or replace function plinth_private.shown_fields(p_link plinth_private.share_link, p_fields jsonb) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_kind text := plinth_private.share_kind(p_link);
  v_fields uuid[] := plinth_private.record_ids(p_fields, plinth_private.limit_of('fieldsPerTable') * 2);
begin
  if v_fields is null or (v_fields = '{}' and v_kind not in ('chart', 'dashboard')) or not v_fields <@ array(
       select f.id from plinth_private.tables_of_share(p_link, v_kind) as t (id)
         cross join lateral plinth_private.seen_fields(t.id) as f
         where f.type <> 'attachment' or v_kind not in ('chart', 'dashboard')
       union all select f.id from plinth_private.seen_late_fields(p_link.table_id) as f
         where f.type <> 'attachment' and v_kind not in ('chart', 'dashboard')) then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', p_link.table_id, 'rule', 'fields'));
  end if;
  return array(select distinct f.id from unnest(v_fields) as f (id) order by 1);
end
$$;

-- What only forms have: how many submissions they take in an hour, and whether they ask for a captcha, which the project has to have.
create or replace function plinth_private.with_form_settings(p_link plinth_private.share_link, p_settings jsonb) returns plinth_private.share_link
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if p_settings ? 'perHour' then
    if p_settings -> 'perHour' <> 'null' and (jsonb_typeof(p_settings -> 'perHour') <> 'number' or p_settings ->> 'perHour' !~ '^[1-9]\d{0,8}$'
       or (p_settings ->> 'perHour')::int > plinth_private.limit_of('submissionsPerHour')) then
      perform plinth_private.refuse_share('per_hour');
    end if;
    p_link.per_hour := (p_settings ->> 'perHour')::int;
  end if;
  if p_settings ? 'asksCaptcha' then
    p_link.asks_captcha := plinth_private.clean_boolean(p_settings -> 'asksCaptcha', 'captcha');
    if p_link.asks_captcha and plinth_private.captcha_json() is null then
      perform plinth_private.refuse_share('captcha');
    end if;
  end if;
  return p_link;
end
$$;

-- A link with other settings: {name, fields, showsPeople, showsLinked, expiresAt, password}, those that are there; of a form more.
create or replace function plinth_private.with_settings(p_link plinth_private.share_link, p_settings jsonb) returns plinth_private.share_link
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if coalesce(jsonb_typeof(p_settings), '') <> 'object'
     or p_settings - '{name,fields,showsPeople,showsLinked,expiresAt,password}'::text[]
        - (case when p_link.kind = 'form' then '{perHour,asksCaptcha}'::text[] else '{}' end) <> '{}' then
    perform plinth_private.refuse_share('settings');
  end if;
  if p_settings ? 'name' then
    p_link.name := plinth_private.clean_name(p_settings ->> 'name');
  end if;
  if p_link.kind = 'form' then
    if coalesce(p_settings -> 'fields', '[]') not in ('[]', 'null') then
      perform plinth_private.refuse_share('fields');
    end if;
    p_link.fields := '{}';
    p_link := plinth_private.with_form_settings(p_link, p_settings);
  elsif p_settings ? 'fields' then
    p_link.fields := plinth_private.shown_fields(p_link, p_settings -> 'fields');
  end if;
  if p_settings ? 'showsPeople' then
    p_link.shows_people := plinth_private.clean_boolean(p_settings -> 'showsPeople', 'shows_people');
  end if;
  if p_settings ? 'showsLinked' then
    p_link.shows_linked := plinth_private.clean_boolean(p_settings -> 'showsLinked', 'shows_linked');
  end if;
  if p_settings ? 'expiresAt' then
    p_link.expires_at := plinth_private.share_end(p_settings -> 'expiresAt');
  end if;
  if p_settings ? 'password' then
    p_link.password_hash := plinth_private.password_hash(p_settings -> 'password');
  end if;
  return p_link;
end
$$;

-- What a link is to show: a view that the caller has, a record that the caller reads, or a form that says what it asks.
create or replace function plinth_private.aim_share(p_link plinth_private.share_link, p_target jsonb) returns plinth_private.share_link
language plpgsql stable security definer set search_path = ''
as $$
begin
  p_link.kind := case when p_target ? 'view' then 'view' when p_target ? 'form' then 'form' else 'record' end;
  p_link.view_id := plinth_private.as_uuid(coalesce(p_target ->> 'view', p_target ->> 'form'));
  p_link.record_id := plinth_private.as_uuid(p_target ->> 'record');
  if coalesce(jsonb_typeof(p_target), '') <> 'object' or p_target - p_link.kind <> '{}'
     or coalesce(p_link.view_id, p_link.record_id) is null then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'target'));
  elsif not plinth_private.is_there(p_link) then
    perform plinth_private.fail(404, 'not_found');
  end if;
  return p_link;
end
$$;

-- Is what a link shows there, as far as the caller reads, and is it a view that the link's maker has? A view is not while a condition of its
-- filter asks for a field that is gone: without it, it would show more.
create or replace function plinth_private.is_there(p_link plinth_private.share_link) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  if plinth_private.scope(p_link.table_id, 'read') = 'none' then
    return false;
  elsif p_link.kind = 'record' then
    return plinth_private.readable_among(p_link.table_id, array[p_link.record_id]) <> '{}';
  elsif p_link.kind = 'form' then
    -- It writes as its maker, past the policies: so only where no rule is asked of what they make. New fields are never asked for by themselves.
    return plinth_private.scope(p_link.table_id, 'create') = 'all' and exists (
      select 1 from plinth.view as v
      where v.id = p_link.view_id and v.table_id = p_link.table_id and v.kind = 'form' and v.trashed_at is null
        and (v.owner_id is null or v.owner_id = p_link.made_by) and v.config #> '{settings,form,sections}' is not null);
  end if;
  return exists (
    select 1 from plinth.view as v
    where v.id = p_link.view_id and v.table_id = p_link.table_id and v.trashed_at is null and v.kind <> 'form'
      and (v.owner_id is null or v.owner_id = p_link.made_by)
      and not plinth_private.looks_beyond(v.config -> 'filter', plinth_private.seen_ids(v.table_id)));
end
$$;

-- A link as those know it who may share.
create or replace function plinth_private.share_json(p_link plinth_private.share_link) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', p_link.id, 'table', p_link.table_id, 'kind', p_link.kind, 'view', p_link.view_id, 'record', p_link.record_id,
    'name', p_link.name, 'fields', to_jsonb(p_link.fields), 'showsPeople', p_link.shows_people, 'showsLinked', p_link.shows_linked,
    'hasPassword', p_link.password_hash is not null, 'madeBy', p.name, 'opened', p_link.opened,
    'madeAt', to_char(p_link.made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'openedAt', to_char(p_link.opened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'expiresAt', to_char(p_link.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'state', case when p_link.expires_at <= now() then 'expired'
                  when not plinth_private.is_there(p_link) then 'stopped' else 'open' end)
    || case when p_link.kind = 'form' then jsonb_build_object('perHour', p_link.per_hour, 'asksCaptcha', p_link.asks_captcha) else '{}' end
  from plinth.profile as p where p.id = p_link.made_by
$$;

-- Makes a link to a view ({view}), a record ({record}) or a form ({form}) of a table: {token, link}.
create or replace function plinth_private.create_share_link(p_table uuid, p_target jsonb, p_settings jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_user uuid := plinth_private.require_user();
  v_base uuid := (select t.base_id from plinth."table" as t where t.id = p_table);
  v_token text := translate(encode(extensions.gen_random_bytes(32), 'base64'), '+/=', '-_');
  v_link plinth_private.share_link;
begin
  perform plinth_private.require_base(v_base, 'creator');
  v_link.table_id := p_table;
  v_link.made_by := v_user;
  v_link.asks_captcha := false;
  v_link := plinth_private.aim_share(v_link, p_target);
  v_link := plinth_private.with_settings(v_link, '{"name": null, "fields": null, "showsPeople": false, "showsLinked": false}' || p_settings);
  -- One after the other, so that two at once do not go over the limit.
  perform 1 from plinth.base as b where b.id = v_base for no key update;
  perform plinth_private.stay_within((
      select count(*) + 1 from plinth_private.share_link as l join plinth."table" as t on t.id = l.table_id where t.base_id = v_base),
    plinth_private.limit_of('shareLinksPerBase'), '{"rule": "share_links"}');
  insert into plinth_private.share_link (id, table_id, kind, view_id, record_id, name, fields, shows_people, shows_linked, token_hash,
      page_key, password_hash, expires_at, made_by, per_hour, asks_captcha)
    values (plinth_private.uuid_v7(), p_table, v_link.kind, v_link.view_id, v_link.record_id, v_link.name, v_link.fields,
      v_link.shows_people, v_link.shows_linked, sha256(convert_to(v_token, 'UTF8')), extensions.gen_random_bytes(32),
      v_link.password_hash, v_link.expires_at, v_user, v_link.per_hour, v_link.asks_captcha)
    returning * into v_link;
  return jsonb_build_object('token', v_token, 'link', plinth_private.share_json(v_link));
exception
  when lock_not_available then
    perform plinth_private.fail(423, 'busy', jsonb_build_object('table', p_table));
end
$$;

-- A link of a base that the caller may share things of, held.
create or replace function plinth_private.take_share(p_link uuid) returns plinth_private.share_link
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_link plinth_private.share_link;
begin
  perform plinth_private.require_base((
    select t.base_id from plinth_private.share_link as l join plinth."table" as t on t.id = l.table_id where l.id = p_link), 'creator');
  select l.* into v_link from plinth_private.share_link as l where l.id = p_link for update;
  if not found then
    perform plinth_private.fail(404, 'not_found');
  end if;
  return v_link;
exception
  when lock_not_available then
    perform plinth_private.fail(423, 'busy');
end
$$;

-- Changes the settings of a link; what it shows stays. Who gave the password before gives the new one, and files are asked for anew.
create or replace function plinth_private.update_share_link(p_link uuid, p_changes jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_link plinth_private.share_link;
begin
  v_link := plinth_private.with_settings(plinth_private.take_share(p_link), p_changes);
  update plinth_private.share_link set name = v_link.name, fields = v_link.fields, shows_people = v_link.shows_people,
      shows_linked = v_link.shows_linked, expires_at = v_link.expires_at, password_hash = v_link.password_hash,
      per_hour = v_link.per_hour, asks_captcha = v_link.asks_captcha
    where id = p_link;
  delete from plinth_private.share_pass where link_id = p_link and p_changes ? 'password';
  delete from plinth_private.told_file where link_id = p_link;
  return plinth_private.share_json(v_link);
end
$$;

-- Takes a link back: it opens nothing from then on.
create or replace function plinth_private.revoke_share_link(p_link uuid) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  perform plinth_private.take_share(p_link);
  delete from plinth_private.share_link where id = p_link;
end
$$;

-- The links of a base, the newest first; for those who may share.
create or replace function plinth_private.share_links(p_base uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform plinth_private.require_base(p_base, 'creator');
  return (
    select coalesce(jsonb_agg(plinth_private.share_json(l) order by l.made_at desc, l.id desc), '[]')
    from plinth_private.share_link as l join plinth."table" as t on t.id = l.table_id where t.base_id = p_base);
end
$$;

-- Makes a link.
create or replace function plinth.create_share_link("table" uuid, target jsonb, settings jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.create_share_link($1, $2, $3) $$;

-- Changes a link.
create or replace function plinth.update_share_link(link uuid, changes jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.update_share_link($1, $2) $$;

-- Takes a link back.
create or replace function plinth.revoke_share_link(link uuid) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.revoke_share_link($1); select null::jsonb $$;

-- The links of a base.
create or replace function plinth.share_links(base uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select plinth_private.share_links($1) $$;

select plinth_private.close_functions(array[
  'may_share(uuid, uuid)', 'withdraw_shares()', 'refuse_share(text)', 'password_hash(jsonb)', 'share_end(jsonb)', 'share_kind(plinth_private.share_link)', 'tables_of_share(plinth_private.share_link, text)',
  'shown_fields(plinth_private.share_link, jsonb)',
  'with_form_settings(plinth_private.share_link, jsonb)', 'with_settings(plinth_private.share_link, jsonb)', 'aim_share(plinth_private.share_link, jsonb)', 'is_there(plinth_private.share_link)',
  'share_json(plinth_private.share_link)', 'create_share_link(uuid, jsonb, jsonb)', 'take_share(uuid)', 'update_share_link(uuid, jsonb)',
  'revoke_share_link(uuid)', 'share_links(uuid)'
]);
select plinth_private.open_calls(array['create_share_link(uuid, jsonb, jsonb)', 'update_share_link(uuid, jsonb)',
  'revoke_share_link(uuid)', 'share_links(uuid)']);
