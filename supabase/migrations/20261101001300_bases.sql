-- Bases: their names, settings and schema, and how they go.

-- Is this the name of a time zone that browsers know as well? Abbreviations and variants of Postgres's own are none.
create or replace function plinth_private.is_time_zone(p_name text) returns boolean
language sql stable security invoker set search_path = ''
as $$
  select p_name ~ '^[A-Z][A-Za-z0-9_+-]*(/[A-Z][A-Za-z0-9_+-]*)*$' and p_name <> 'Factory'
    and exists (select 1 from pg_catalog.pg_timezone_names as z where z.name = p_name)
$$;

-- Refuses settings of a base that are not as they must be.
create or replace function plinth_private.check_base_settings(
  p_hue text, p_time_zone text, p_locale text, p_week_start text
) returns void
language plpgsql stable security invoker set search_path = ''
as $$
declare
  v_rule text;
begin
  if p_hue is null or p_hue not in ('stone', 'red', 'orange', 'amber', 'lime', 'green', 'teal', 'cyan', 'blue',
                                    'indigo', 'purple', 'pink') then
    v_rule := 'hue';
  -- Language, script, region: a form that every browser takes.
  elsif coalesce(p_locale, '') !~ '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$' then
    v_rule := 'locale';
  elsif coalesce(p_week_start, '') !~ '^[1-7]$' then
    v_rule := 'week_start';
  elsif plinth_private.is_time_zone(p_time_zone) is not true then
    v_rule := 'time_zone';
  end if;
  if v_rule is not null then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', v_rule));
  end if;
end
$$;

-- Makes a base; members of the workspace may, guests may not. The caller becomes its creator.
create or replace function plinth_private.create_base(p_base uuid, p_workspace uuid, p_name text, p_settings jsonb)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := plinth_private.require_user();
  v_name text;
begin
  perform plinth_private.require_workspace(p_workspace, 'member');
  v_name := plinth_private.clean_name(p_name);
  perform plinth_private.check_base_settings(p_settings ->> 'hue', p_settings ->> 'timeZone',
                                             p_settings ->> 'locale', p_settings ->> 'weekStart');
  if p_base is null or exists (select 1 from plinth.base as b where b.id = p_base) then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'id'));
  end if;
  -- Names in schema data are shared by all bases: one maker of slugs at a time.
  perform pg_advisory_xact_lock(hashtextextended('plinth.base.slug', 0));
  perform plinth_private.stay_within((select count(*) + 1 from plinth.base as b where b.workspace_id = p_workspace),
    plinth_private.limit_of('basesPerWorkspace'), '{"rule": "bases"}');
  insert into plinth.base (id, workspace_id, name, slug, hue, time_zone, locale, week_start, created_by)
    values (p_base, p_workspace, v_name,
      plinth_private.free_name(plinth_private.slug(v_name, 14, 'base'),
                               (select array_agg(b.slug) from plinth.base as b), 18),
      p_settings ->> 'hue', p_settings ->> 'timeZone', p_settings ->> 'locale', (p_settings ->> 'weekStart')::int,
      v_user);
  insert into plinth.base_member (base_id, workspace_id, user_id, role) values (p_base, p_workspace, v_user, 'creator');
end
$$;

-- Changes a base's name or settings; creators only. {name?, hue?, timeZone?, locale?, weekStart?}
create or replace function plinth_private.update_base(p_base uuid, p_changes jsonb) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_base plinth.base;
begin
  perform plinth_private.require_base(p_base, 'creator');
  if coalesce(jsonb_typeof(p_changes), '') <> 'object' then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'changes'));
  end if;
  select b.* into v_base from plinth.base as b where b.id = p_base for update;
  v_base.name := plinth_private.clean_name(coalesce(p_changes ->> 'name', v_base.name));
  v_base.hue := coalesce(p_changes ->> 'hue', v_base.hue);
  v_base.time_zone := coalesce(p_changes ->> 'timeZone', v_base.time_zone);
  v_base.locale := coalesce(p_changes ->> 'locale', v_base.locale);
  perform plinth_private.check_base_settings(v_base.hue, v_base.time_zone, v_base.locale,
                                             coalesce(p_changes ->> 'weekStart', v_base.week_start::text));
  update plinth.base
    set name = v_base.name, hue = v_base.hue, time_zone = v_base.time_zone, locale = v_base.locale,
        week_start = coalesce((p_changes ->> 'weekStart')::int, v_base.week_start)
    where id = p_base;
  perform plinth_private.send_schema_changed(p_base);
exception
  when lock_not_available then
    perform plinth_private.fail(423, 'busy');
end
$$;

-- Deletes a base with all its tables; creators only, with its name typed.
create or replace function plinth_private.delete_base(p_base uuid, p_confirm_name text) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  perform plinth_private.require_base(p_base, 'creator');
  if p_confirm_name is distinct from (select b.name from plinth.base as b where b.id = p_base) then
    perform plinth_private.fail(400, 'confirm_mismatch');
  end if;
  perform plinth_private.send_schema_changed(p_base);
  perform plinth_private.drop_relation(t.id) from plinth_private.all_tables(p_base) as t (id);
  -- Who deletes the base removes what is queued for it.
  update plinth.removed_key set removed_by = plinth_private.caller() where base_id = p_base;
  delete from plinth.base where id = p_base;
  perform pg_notify('pgrst', 'reload schema');
exception
  when lock_not_available then
    perform plinth_private.fail(423, 'busy');
end
$$;

-- A field and a table as the app knows them; the table with what the caller may do in it.
create or replace function plinth_private.field_json(p_field plinth.field) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_hidden boolean := p_field.side is not null and plinth_private.is_hidden(p_field.id);
begin
  return jsonb_build_object('id', p_field.id, 'name', p_field.name, 'type', p_field.type, 'options', p_field.options || plinth_private.pair_json(p_field),
                            'rules', p_field.rules, 'column', p_field.column_name, 'position', p_field.position,
                            'description', p_field.description, 'default', p_field.default_value)
    || case when plinth_private.is_computed_field(p_field) then '{"access": "read"}'::jsonb else '{}' end
    -- Who reads the table reads by what its formulas are computed.
    || plinth_private.tree_json(p_field.formula)
    -- Kept from some; or its values stand aside still, though it is not kept from anybody any more.
    || case when v_hidden then '{"hidden": true}'::jsonb when p_field.side is not null then '{"aside": true}' else '{}' end;
end
$$;

create or replace function plinth_private.table_json(p_table plinth."table") returns jsonb
language plpgsql stable security invoker set search_path = ''
as $$
begin
  return jsonb_build_object('id', p_table.id, 'name', p_table.name, 'relation', p_table.relation,
    'position', p_table.position, 'description', p_table.description, 'icon', p_table.icon,
    'access', (select jsonb_object_agg(a.action, plinth_private.scope(p_table.id, a.action))
               from unnest('{read,create,update,delete}'::text[]) as a (action)),
    -- Their messages are for those who may meet them.
    'rules', coalesce((
      select jsonb_agg(jsonb_build_object('id', r.id, 'message', r.message) order by r.position, r.id)
      from plinth.table_rule as r
      where r.table_id = p_table.id and (plinth_private.scope(p_table.id, 'create') <> 'none'
                                         or plinth_private.scope(p_table.id, 'update') <> 'none')), '[]'),
    'locks', plinth_private.locks_json(p_table.id),
    'views', plinth_private.views_json(p_table.id),
    'viewSections', plinth_private.view_sections_json(p_table.id),
    'layout', plinth_private.layout_json(p_table.id),
    'fields', coalesce((
      select jsonb_agg(plinth_private.field_json(f)
                         || case when plinth_private.is_guarded(f.id) and plinth_private.field_access(f.id) = 'read'
                                 then '{"access": "read"}' else '{}'::jsonb end
                         || plinth_private.changing_json(f.id) order by f.position, f.id)
      from plinth_private.seen_fields(p_table.id) as f), '[]') || plinth_private.late_fields_json(p_table.id));
end
$$;

-- The schema of a base as far as the caller may see it: a table of which they may read nothing is not there.
create or replace function plinth_private.base_schema(p_base uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_role text := plinth_private.require_base(p_base, null);
begin
  return (
    select jsonb_build_object('base', plinth_private.base_json(b), 'role', v_role, 'accessEpoch', b.access_epoch,
      'formerPeople', plinth_private.former_json(b.id),
      'tables', coalesce((select jsonb_agg(plinth_private.table_json(t) order by t.position, t.id)
                          from plinth."table" as t
                          where t.base_id = b.id and plinth_private.scope(t.id, 'read') <> 'none'), '[]'))
    from plinth.base as b where b.id = p_base);
end
$$;
