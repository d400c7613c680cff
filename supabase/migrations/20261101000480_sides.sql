-- Side tables. A column of a users' relation is for everybody who reads the table, so a field that is hidden from somebody
-- stands in a relation of its own beside it, with the ids of the records and its own policies
-- (docs/decisions/0013-hidden-fields.md). It has a row for every record.

-- The relation in schema data where a field's column stands.
create or replace function plinth_private.home_relation(p_field plinth.field) returns text
language sql stable security definer set search_path = ''
as $$ select coalesce(p_field.side, (select t.relation from plinth."table" as t where t.id = p_field.table_id)) $$;

-- What a field's relation is called in compiled SQL: the table's own is t, a side goes by its name.
create or replace function plinth_private.place_of(p_field plinth.field) returns text
language sql immutable security invoker set search_path = ''
as $$ select coalesce(p_field.side, 't') $$;

-- A field's column in compiled SQL.
create or replace function plinth_private.column_ref(p_field plinth.field) returns text
language sql immutable security invoker set search_path = ''
as $$ select format('%I.%I', coalesce(p_field.side, 't'), p_field.column_name) $$;

-- The sides among these places, joined to relation t: whoever may not read a side finds its column empty.
create or replace function plinth_private.joins_sql(p_places text[]) returns text
language sql immutable security invoker set search_path = ''
as $$
  select coalesce(string_agg(format(' left join data.%1$I as %1$I on %1$I.id = t.id', s.name), '' order by s.name), '')
  from (select distinct p.name from unnest(p_places) as p (name) where p.name <> 't') as s
$$;

-- FROM of a relation with some of its sides.
create or replace function plinth_private.joined_sql(p_relation text, p_places text[]) returns text
language sql immutable security invoker set search_path = ''
as $$ select format('data.%I as t%s', p_relation, plinth_private.joins_sql(p_places)) $$;

-- The same for these fields of a table.
create or replace function plinth_private.source_sql(p_table uuid, p_fields uuid[]) returns text
language sql stable security definer set search_path = ''
as $$
  select plinth_private.joined_sql(t.relation, array(
    select f.side from plinth.field as f where f.table_id = p_table and f.id = any (p_fields) and f.side is not null))
  from plinth."table" as t where t.id = p_table
$$;

-- Has the table fields beside its relation?
create or replace function plinth_private.has_sides(p_table uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select 1 from plinth.field as f where f.table_id = p_table and f.side is not null);
end
$$;

-- The policies of a side: who sees the field reads it in the records that they read; who may write it changes it in those
-- that they may change, and in those that they have written in this very transaction, so that who may create but not
-- change fills it when creating, and who brings a record into a locked state does so in one go. The subqueries run under the
-- policies of the main relation. Scalar ones: for EXISTS the planner reads the main relation whole.
create or replace function plinth_private.side_policies_of(p_field plinth.field) returns table (command text, body text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_relation text := (select t.relation from plinth."table" as t where t.id = p_field.table_id);
  v_record text := format('data.%1$I where %1$I.id = %2$I.id', v_relation, p_field.side);
  v_access text := format('(select plinth_private.field_access(%L::uuid))', p_field.id);
begin
  return query values
    ('select', format('using (%s is not null and ((select plinth_private.scope(%L::uuid, ''read'')) = ''all'' or (select true from %s)))',
                      v_access, p_field.table_id, v_record)),
    ('update', format('using (%s = ''write'' and (select (%s%s) or (%5$I.changed_by = (select plinth_private.caller())
                                                                    and %5$I.changed_at = now()) from %4$s))',
                      v_access, plinth_private.permit_sql(p_field.table_id, 'update'),
                      plinth_private.unlocked_sql(p_field.table_id), v_record, v_relation));
end
$$;
