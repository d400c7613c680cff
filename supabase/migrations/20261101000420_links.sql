-- Links between records: which relation in schema data holds the links of which fields (docs/decisions/0033-links.md).
--
-- A link is a relation with a row for each two records that are linked: a, a record of the table whose field made it, and b, a
-- record of that field's target. Its fields are one of either table, or one of both. What a field holds in its own column is the
-- number of records that are linked through it, kept by triggers of the relation.

create table if not exists plinth_private.link (
  id uuid primary key,
  a_table uuid not null references plinth."table" (id) on delete cascade,
  b_table uuid not null references plinth."table" (id) on delete cascade,
  -- The fields that show these links, those in the trash too.
  a_field uuid unique references plinth.field (id) on delete set null,
  b_field uuid unique references plinth.field (id) on delete set null,
  relation text not null unique check (relation ~ '^[a-z][a-z0-9_]*__l[1-9][0-9]*$' and octet_length(relation) <= 48)
);
create index if not exists link_a on plinth_private.link (a_table);
create index if not exists link_b on plinth_private.link (b_table);
alter table plinth_private.link enable row level security;

-- Of a change of a field to links: those that it makes, which no field shows before it is done.
alter table plinth_private.type_change add column if not exists link uuid references plinth_private.link (id) on delete set null;
create index if not exists type_change_link on plinth_private.type_change (link);

do $$
begin
  if to_regtype('plinth_private.link_end') is null then
    -- A link seen from one of its fields.
    create type plinth_private.link_end as (
      link uuid,
      field uuid,
      table_id uuid,
      target uuid,
      -- The other field, where it is one of its table.
      pair uuid,
      -- A cell of this field, or of the other one, holds one record at most.
      single boolean,
      pair_single boolean,
      -- The relation, quoted, wherever it stands; its columns: of this field's records, of the linked ones.
      place text,
      own text,
      other text
    );
  end if;
end
$$;

-- Is this field of a link one of the table that it was made in? Else it is in the trash, or gone.
create or replace function plinth_private.is_live(p_field uuid, p_table uuid) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select 1 from plinth.field as f where f.id = p_field and f.table_id = p_table) $$;

-- The relation of a link, quoted, wherever it stands.
create or replace function plinth_private.link_place(p_relation text) returns text
language sql stable security invoker set search_path = ''
as $$
  select format('%I.%I', case when to_regclass(format('data.%I', p_relation)) is null then 'plinth_trash' else 'data' end, p_relation)
$$;

-- A link as this field of it sees it; nulls where the field is of none.
create or replace function plinth_private.link_end_of(p_field uuid) returns plinth_private.link_end
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_end plinth_private.link_end;
begin
  select e.id, p_field, e.own_table, e.other_table, case when plinth_private.is_live(e.pair, e.other_table) then e.pair end,
         coalesce(f.options -> 'single' = 'true', false), coalesce(p.options -> 'single' = 'true', false),
         plinth_private.link_place(e.relation), e.own, e.other
    into v_end
    from (
      select l.id, l.relation, l.a_table as own_table, l.b_table as other_table, l.a_field as field, l.b_field as pair,
             'a' as own, 'b' as other from plinth_private.link as l where l.a_field = p_field
      union all
      select l.id, l.relation, l.b_table, l.a_table, l.b_field, l.a_field, 'b', 'a' from plinth_private.link as l where l.b_field = p_field
    ) as e
    join plinth.field as f on f.id = e.field
    left join plinth.field as p on p.id = e.pair and p.table_id = e.other_table;
  return v_end;
end
$$;

-- Links of a table, from either side, of fields that are ones of their tables: of a link to the table itself both sides.
create or replace function plinth_private.link_ends(p_table uuid) returns setof plinth_private.link_end
language sql stable security definer set search_path = ''
as $$
  select e.*
  from plinth_private.link as l
  cross join lateral unnest(array[l.a_field, l.b_field]) as f (id)
  cross join lateral plinth_private.link_end_of(f.id) as e
  where p_table in (l.a_table, l.b_table) and f.id is not null and plinth_private.is_live(f.id, e.table_id)
  order by e.field
$$;

-- The links by which a deleted record of a table takes others along: a relation, its column of that record, that of the others, and
-- their table.
create or replace function plinth_private.along_edges(p_table uuid) returns table (place text, own text, other text, target uuid)
language sql stable security definer set search_path = ''
as $$
  select s.place, s.own, s.other, s.target
  from plinth_private.link_ends(p_table) as e
  join plinth.field as f on f.id = e.field
  join plinth."table" as h on h.id = e.table_id and h.base_id is not null
  join plinth."table" as t on t.id = e.target and t.base_id is not null
  cross join lateral (
    select e.place, e.own, e.other, e.target where e.table_id = p_table and f.options -> 'takesAlong' = 'true'
    union
    select e.place, e.other, e.own, e.table_id where e.target = p_table and f.options ->> 'onDelete' = 'delete') as s
$$;

-- Do records of a table take others along?
create or replace function plinth_private.takes_along(p_table uuid) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select 1 from plinth_private.along_edges(p_table)) $$;

revoke all on plinth_private.link from public, anon, authenticated, service_role;
