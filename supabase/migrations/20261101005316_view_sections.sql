-- The shared views of a table in sections, in the order in which people see them; and icons of views and tables.

-- Is it an icon? The list of packages/domain/src/icons.ts.
create or replace function plinth_private.is_icon(p_icon text) returns boolean
language sql immutable security invoker set search_path = ''
as $$
  select p_icon = any ('{bell,bolt,book,bookmark,box,briefcase,building,bug,calendar,camera,car,cart,chart,check,clock,cloud,code,coffee,coin,compass,document,film,flag,flask,folder,gift,globe,heart,home,key,leaf,lightbulb,mail,map,megaphone,music,palette,people,phone,plane,rocket,shield,star,tag,target,tool,trophy,truck}'::text[])
$$;

-- An icon of a document; null: none.
create or replace function plinth_private.clean_icon(p_icon jsonb) returns text
language plpgsql immutable security invoker set search_path = ''
as $$
begin
  if p_icon <> 'null' and (jsonb_typeof(p_icon) = 'string' and plinth_private.is_icon(p_icon #>> '{}')) is not true then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'icon'));
  end if;
  return p_icon #>> '{}';
end
$$;

-- The sections of a table as everybody knows them who reads it.
create or replace function plinth_private.view_sections_json(p_table uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name) order by s.position, s.id), '[]')
  from plinth_private.view_section as s where s.table_id = p_table
$$;

-- Where the shared views of a table stand: {views, sections: [{id, name, views}]}, first those in no section.
create or replace function plinth_private.views_arranged(p_table uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with v as (
    select v.section_id, jsonb_agg(v.id order by v.position, v.id) as ids from plinth.view as v
    where v.table_id = p_table and v.owner_id is null and v.trashed_at is null group by v.section_id)
  select jsonb_build_object(
    'views', coalesce((select v.ids from v where v.section_id is null), '[]'),
    'sections', coalesce((
      select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'views', coalesce(v.ids, '[]')) order by s.position, s.id)
      from plinth_private.view_section as s left join v on v.section_id = s.id where s.table_id = p_table), '[]'))
$$;

-- The views that an arrangement names, in an order of their own.
create or replace function plinth_private.views_named(p_arrangement jsonb) returns text[]
language sql immutable security invoker set search_path = ''
as $$
  select array(select v.id #>> '{}' from (
    select jsonb_path_query(p_arrangement, '$.views[*]') as id
    union all select jsonb_path_query(p_arrangement, '$.sections[*].views[*]')) as v order by 1)
$$;

-- Refuses what is no arrangement of a table's shared views, each of them once.
create or replace function plinth_private.check_arrangement(p_before jsonb, p_after jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if (jsonb_typeof(p_after) = 'object' and p_after - '{views,sections}'::text[] = '{}' and jsonb_typeof(p_after -> 'views') = 'array'
      and jsonb_typeof(p_after -> 'sections') = 'array') is not true then
    perform plinth_private.fail(400, 'invalid_input', '{"rule": "sections"}');
  end if;
  perform plinth_private.stay_within(jsonb_array_length(p_after -> 'sections'), plinth_private.limit_of('viewSectionsPerTable'),
                                     '{"rule": "sections"}');
  if exists (
       select 1 from jsonb_array_elements(p_after -> 'sections') as s
       where (jsonb_typeof(s.value) = 'object' and s.value - '{id,name,views}'::text[] = '{}'
              and plinth_private.as_uuid(s.value ->> 'id') is not null and jsonb_typeof(s.value -> 'views') = 'array') is not true)
     or (select count(distinct s.value ->> 'id') from jsonb_array_elements(p_after -> 'sections') as s)
       <> jsonb_array_length(p_after -> 'sections')
     or plinth_private.views_named(p_after) is distinct from plinth_private.views_named(p_before) then
    perform plinth_private.fail(400, 'invalid_input', '{"rule": "sections"}');
  end if;
end
$$;

-- Puts the shared views of a table into sections and in order: makes sections, renames, moves and deletes them. p_before: as the caller
-- knew them; where they stand otherwise nothing is changed.
create or replace function plinth_private.arrange_views(p_table uuid, p_before jsonb, p_after jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_now jsonb;
begin
  perform plinth_private.hold_views(p_table, true);
  v_now := plinth_private.views_arranged(p_table);
  if v_now is distinct from p_before then
    perform plinth_private.fail(409, 'conflict', jsonb_build_object('table', p_table));
  end if;
  perform plinth_private.check_arrangement(v_now, p_after);
  -- An id that another table's section has is refused by the key, as one that is used anywhere.
  delete from plinth_private.view_section as s where s.table_id = p_table
    and not p_after -> 'sections' @> jsonb_build_array(jsonb_build_object('id', s.id));
  -- Two may exchange their names.
  update plinth_private.view_section as s set name = s.id::text where s.table_id = p_table;
  insert into plinth_private.view_section as s (id, table_id, name, position)
    select plinth_private.as_uuid(x.value ->> 'id'), p_table, plinth_private.clean_name(x.value ->> 'name'), x.n
    from jsonb_array_elements(p_after -> 'sections') with ordinality as x (value, n)
    on conflict (id) do update set name = excluded.name, position = excluded.position where s.table_id = p_table;
  if (select count(*) from plinth_private.view_section as s where s.table_id = p_table) <> jsonb_array_length(p_after -> 'sections') then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'id'));
  end if;
  update plinth.view as v set section_id = p.section, position = p.n - 1
    from (
      select plinth_private.as_uuid(x.id) as id, x.section, row_number() over (order by x.at, x.n) as n
      from (
        select v.id, null::uuid as section, 0 as at, v.n from jsonb_array_elements_text(p_after -> 'views') with ordinality as v (id, n)
        union all
        select v.id, plinth_private.as_uuid(s.value ->> 'id'), s.at, v.n
        from jsonb_array_elements(p_after -> 'sections') with ordinality as s (value, at)
        cross join lateral jsonb_array_elements_text(s.value -> 'views') with ordinality as v (id, n)) as x) as p
    where v.id = p.id and v.table_id = p_table and (v.section_id, v.position) is distinct from (p.section, (p.n - 1)::int);
  perform plinth_private.send_schema_changed(t.base_id) from plinth."table" as t where t.id = p_table;
  return plinth_private.views_arranged(p_table);
exception
  when unique_violation then
    perform plinth_private.fail(409, 'name_taken', jsonb_build_object('table', p_table));
end
$$;

-- Puts the shared views of a table into sections and in order.
create or replace function plinth.arrange_views("table" uuid, "before" jsonb, "after" jsonb) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.arrange_views($1, $2, $3) $$;

select plinth_private.close_functions(array[
  'check_colors(jsonb)', 'check_quick(jsonb)', 'fit_colors(jsonb, text[])', 'color_condition(uuid, jsonb)', 'sound_colors(uuid, jsonb)', 'without_unsound(uuid, jsonb, jsonb)',
  'count_when(jsonb, jsonb)', 'is_icon(text)', 'clean_icon(jsonb)', 'view_sections_json(uuid)', 'views_arranged(uuid)', 'views_named(jsonb)',
  'check_arrangement(jsonb, jsonb)', 'arrange_views(uuid, jsonb, jsonb)'
]);
select plinth_private.open_calls(array['count_when(jsonb, jsonb)', 'arrange_views(uuid, jsonb, jsonb)']);
