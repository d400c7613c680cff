-- The trash: what was deleted, until it is restored or deleted for good.
--
-- A table in the trash keeps its row, its fields and what hangs on them, but belongs to no base, so that every check of
-- rights finds nobody who may; its relation stands in schema plinth_trash, where no role but the owner of the database gets
-- to. A field in the trash belongs to a table of its own there, with the ids of the records and their values.

create schema if not exists plinth_trash;
revoke all on schema plinth_trash from public;

create table if not exists plinth_private.trash (
  table_id uuid primary key references plinth."table" (id) on delete cascade,
  base_id uuid not null references plinth.base (id) on delete cascade,
  -- Of a field: its id, the table that it was in; whether it is what another field was before a change of its type, or a copy
  -- that is on its way into the table.
  field_id uuid unique references plinth.field (id) on delete cascade,
  home uuid references plinth."table" (id) on delete cascade,
  replaced boolean not null default false,
  copied boolean not null default false,
  -- The field whose values these are, in those two cases: what is hidden from somebody there is hidden from them here.
  origin uuid references plinth.field (id) on delete set null,
  -- Of old values: the type that they became, and the rules and the default that the field had with them. These go back with a change
  -- back, not with a field of their own.
  became text,
  rules jsonb not null default '{}',
  default_value jsonb,
  position int not null,
  -- Of a field on its way back: up to which record its values are there again. Null: not begun.
  restored_to uuid,
  total bigint not null default 0,
  done bigint not null default 0,
  trashed_by uuid not null,
  trashed_at timestamptz not null default now(),
  check ((field_id is null) = (home is null))
);
create index if not exists trash_base on plinth_private.trash (base_id);
create index if not exists trash_home on plinth_private.trash (home);
create index if not exists trash_origin on plinth_private.trash (origin);
alter table plinth_private.trash enable row level security;

-- Changes of the type of a field that are under way: the new column stands beside the old one.
create table if not exists plinth_private.type_change (
  field_id uuid primary key references plinth.field (id) on delete cascade,
  type text not null,
  options jsonb not null,
  -- The column that the field will have, where that is another one: a field that shows what the database knows of each record has none
  -- of its own.
  column_name text,
  -- Of a change back: the old values that it is filled from, and the rules and the default that came with them.
  kept uuid references plinth_private.trash (table_id) on delete cascade,
  rules jsonb,
  default_value jsonb,
  -- Up to which record the new column is filled.
  filled_to uuid not null default '00000000-0000-0000-0000-000000000000',
  done bigint not null default 0,
  total bigint not null,
  -- Of formulas: what the new column is computed by; the field whose change this is part of; the field has no values yet.
  formula jsonb,
  lead uuid references plinth.field (id) on delete cascade,
  is_first boolean not null default false
);
create index if not exists type_change_lead on plinth_private.type_change (lead);
create index if not exists type_change_kept on plinth_private.type_change (kept);
alter table plinth_private.type_change enable row level security;

-- The tables of a base with those in its trash.
create or replace function plinth_private.all_tables(p_base uuid) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select t.id from plinth."table" as t where t.base_id = p_base
  union all
  select x.table_id from plinth_private.trash as x where x.base_id = p_base
$$;

-- Physical names of a table's columns that are taken: those of fields in the trash stay theirs, and those are kept that fields will have.
create or replace function plinth_private.taken_columns(p_table uuid) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array_agg(n.name)
  from plinth.field as f left join plinth_private.type_change as c on c.field_id = f.id
  cross join unnest(array[f.column_name, c.column_name]) as n (name)
  where n.name is not null
    and (f.table_id = p_table or f.id in (select x.field_id from plinth_private.trash as x where x.home = p_table))
$$;
