-- Workspaces, bases, their members, tables, fields, roles: the tables. Who may what stands in the next migration.

create table if not exists plinth.workspace (
  id uuid primary key,
  name text not null,
  created_by uuid not null,
  created_at timestamptz not null default now()
);

create table if not exists plinth.workspace_member (
  workspace_id uuid not null references plinth.workspace (id) on delete cascade,
  user_id uuid not null references plinth.profile (id) on delete cascade,
  role text not null check (role in ('owner', 'admin', 'member', 'guest')),
  joined_at timestamptz not null default now(),
  primary key (workspace_id, user_id)
);
create index if not exists workspace_member_user on plinth.workspace_member (user_id);

create table if not exists plinth.base (
  id uuid primary key,
  workspace_id uuid not null references plinth.workspace (id) on delete cascade,
  name text not null,
  -- First part of the physical names of this base's tables; never changes.
  slug text not null unique check (slug ~ '^[a-z][a-z0-9_]*$' and octet_length(slug) <= 18),
  hue text not null,
  time_zone text not null,
  locale text not null,
  week_start int not null check (week_start between 1 and 7),
  -- Part of the realtime topics; rises when somebody loses a right.
  access_epoch int not null default 1,
  created_by uuid not null,
  created_at timestamptz not null default now()
);
create index if not exists base_workspace on plinth.base (workspace_id);

create table if not exists plinth.base_member (
  base_id uuid not null references plinth.base (id) on delete cascade,
  workspace_id uuid not null,
  user_id uuid not null,
  -- Null: only custom roles are held.
  role text check (role in ('creator', 'editor', 'commenter', 'viewer')),
  since timestamptz not null default now(),
  primary key (base_id, user_id),
  -- Who leaves the workspace leaves its bases.
  foreign key (workspace_id, user_id) references plinth.workspace_member (workspace_id, user_id) on delete cascade
);
create index if not exists base_member_member on plinth.base_member (workspace_id, user_id);
create index if not exists base_member_user on plinth.base_member (user_id);

create table if not exists plinth."table" (
  id uuid primary key,
  -- Null: in the trash. A table of no base is nobody's, whatever the way to it.
  base_id uuid references plinth.base (id) on delete cascade,
  name text not null,
  description text not null default '',
  -- Of the closed list of icons; null: none of its own.
  icon text,
  -- Physical relation in schema data; never changes.
  relation text not null unique check (relation ~ '^[a-z][a-z0-9_]*$' and octet_length(relation) <= 40),
  position int not null,
  created_by uuid not null,
  created_at timestamptz not null default now()
);
create unique index if not exists table_base_name on plinth."table" (base_id, lower(name));

create table if not exists plinth.field (
  id uuid primary key,
  table_id uuid not null references plinth."table" (id) on delete cascade,
  name text not null,
  type text not null check (type in ('text', 'long_text', 'integer', 'number', 'checkbox', 'date', 'datetime',
                                     'single_select', 'email', 'url', 'attachment', 'person', 'status',
                                     'phone', 'percent', 'rating', 'duration', 'currency', 'link',
                                     'created_time', 'changed_time', 'created_by', 'changed_by', 'multi_select', 'autonumber', 'json')),
  options jsonb not null default '{}',
  -- What a value must be beyond its type, and which of that holds for new and changed values only.
  rules jsonb not null default '{}',
  -- Physical column in the table's relation; never changes, but where the type does and the column is one that every table has.
  column_name text not null check (column_name ~ '^[a-z][a-z0-9_]*$' and octet_length(column_name) <= 40),
  -- The relation in schema data where that column stands when it is kept from some; null: the table's own.
  side text unique check (side ~ '^[a-z][a-z0-9_]*__[1-9][0-9]*$' and octet_length(side) <= 46),
  position int not null,
  description text not null default '',
  -- What a new record has when nobody says otherwise: {kind: value, today, now, me; value}.
  default_value jsonb,
  created_at timestamptz not null default now(),
  -- The expression, or the rollup, whose value stands in the column (docs/decisions/0035-formulas.md, 0036-rollups.md), and the fields
  -- that it reads. The type is then that of the result.
  formula jsonb,
  reads uuid[] not null default '{}'
);
-- The columns that every table has are shown by as many fields as people like.
create unique index if not exists field_column on plinth.field (table_id, column_name)
  where column_name not in ('created_at', 'changed_at', 'created_by', 'changed_by');
create unique index if not exists field_table_name on plinth.field (table_id, lower(name));

-- Roles that can be restricted: three that each base has from its beginning, named as their kind, and its own ones.
-- Creators have no row: nothing is kept from them.
create table if not exists plinth.role (
  id uuid primary key,
  base_id uuid not null references plinth.base (id) on delete cascade,
  kind text not null check (kind in ('editor', 'commenter', 'viewer', 'custom')),
  name text not null,
  description text not null default '',
  position int not null,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  unique (base_id, id),
  check (kind = name or (kind = 'custom' and lower(name) not in ('creator', 'editor', 'commenter', 'viewer')))
);
create unique index if not exists role_base_name on plinth.role (base_id, lower(name));

-- Who holds a custom role. Who leaves the base loses them all.
create table if not exists plinth.role_member (
  role_id uuid not null,
  base_id uuid not null,
  user_id uuid not null,
  since timestamptz not null default now(),
  primary key (role_id, user_id),
  foreign key (base_id, role_id) references plinth.role (base_id, id) on delete cascade,
  foreign key (base_id, user_id) references plinth.base_member (base_id, user_id) on delete cascade
);
create index if not exists role_member_role on plinth.role_member (base_id, role_id);
create index if not exists role_member_person on plinth.role_member (base_id, user_id);

-- How far a role reaches in a table where that is not as its kind says: editors all, commenters and viewers reading all,
-- custom roles nothing. The grants of a person's roles add up.
create table if not exists plinth.role_grant (
  role_id uuid not null references plinth.role (id) on delete cascade,
  table_id uuid not null references plinth."table" (id) on delete cascade,
  action text not null check (action in ('read', 'create', 'update', 'delete')),
  scope text not null check (scope in ('none', 'all', 'rules')),
  -- An expression (docs/expressions.md) that is true for the records that the role reaches.
  rule jsonb,
  -- The rule as SQL over relation t.
  condition text,
  -- Fields that the rule reads, and options that it names.
  fields uuid[] not null default '{}',
  options text[] not null default '{}',
  -- Of changes: a record that the grant reaches may be changed so that it leaves its editor's reach.
  hand_over boolean not null default false,
  primary key (role_id, table_id, action),
  check ((scope = 'rules') = (rule is not null) and (rule is null) = (condition is null)),
  check (not hand_over or (action = 'update' and scope <> 'none'))
);
create index if not exists role_grant_table on plinth.role_grant (table_id, action);

-- What the records of a table must be: an expression that is true for each, with its maker's own message.
create table if not exists plinth.table_rule (
  id uuid primary key,
  table_id uuid not null references plinth."table" (id) on delete cascade,
  message text not null,
  rule jsonb not null,
  -- The rule as SQL over relation t.
  condition text not null,
  -- It holds for new records and for changes of its fields only, and is kept by a trigger; else by a constraint.
  new_only boolean not null,
  -- Fields that the rule reads, and options that it names.
  fields uuid[] not null,
  options text[] not null default '{}',
  position int not null
);
create index if not exists table_rule_table on plinth.table_rule (table_id);

alter table plinth.workspace enable row level security;
alter table plinth.workspace_member enable row level security;
alter table plinth.base enable row level security;
alter table plinth.base_member enable row level security;
alter table plinth."table" enable row level security;
alter table plinth.field enable row level security;
alter table plinth.role enable row level security;
alter table plinth.role_member enable row level security;
alter table plinth.role_grant enable row level security;
alter table plinth.table_rule enable row level security;
