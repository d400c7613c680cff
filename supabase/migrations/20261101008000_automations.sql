-- What a base does by itself when something happens to a record (docs/decisions/0052-automation.md): the tables. What is made of a definition,
-- what keeps it true, feeds, runs and tells it stands in the next files.

-- Runs write as a role of their own that may what signed-in people may, and passes no policy.
do $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'plinth_automation') then
    create role plinth_automation nologin;
  end if;
  grant authenticated to plinth_automation;
  -- Functions are given to it, and replaced, by who runs migrations.
  execute format('grant plinth_automation to %I', current_user);
end
$$;

create table if not exists plinth_private.automation (
  id uuid primary key,
  base_id uuid not null references plinth.base (id) on delete cascade,
  table_id uuid not null references plinth."table" (id) on delete cascade,
  name text not null,
  -- As its maker has said it.
  trigger jsonb not null,
  condition jsonb,
  actions jsonb not null,
  -- What is made of it, with SQL; null while it is broken, and what is in the way then.
  plan jsonb,
  fault jsonb,
  -- Tables that it is about: when something of them changes, the plan is made anew.
  tables uuid[] not null,
  -- With whose rights it runs: no foreign key, since it outlives them, stopped.
  owner_id uuid not null,
  is_paused boolean not null default false,
  stopped text check (stopped in ('broken', 'owner_left', 'too_many_runs', 'webhooks_unavailable')),
  -- By which its webhooks are signed.
  secret text not null,
  -- Up to which moment dates were looked at.
  looked_at timestamptz not null default now(),
  made_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  check ((plan is null) = (fault is not null))
);
create index if not exists automation_base on plinth_private.automation (base_id);
create index if not exists automation_table on plinth_private.automation (table_id);
create index if not exists automation_owner on plinth_private.automation (owner_id);

-- What is to run: put there by the transaction that caused it.
create table if not exists plinth_private.automation_queue (
  id bigint generated always as identity primary key,
  automation_id uuid not null references plinth_private.automation (id) on delete cascade,
  record_id uuid not null,
  -- Null: a date.
  xid xid8,
  depth int not null,
  -- Whose change it was; null: nobody's who is signed in.
  actor uuid,
  attempts int not null default 0,
  not_before timestamptz not null default now(),
  unique (automation_id, record_id, xid)
);
create index if not exists automation_queue_transaction on plinth_private.automation_queue (xid, id);

-- Transactions that have something to run when they end.
create table if not exists plinth_private.automation_turn (
  xid xid8 primary key
);

-- What has run, for one record each. No values.
create table if not exists plinth_private.automation_run (
  id uuid primary key,
  automation_id uuid not null references plinth_private.automation (id) on delete cascade,
  record_id uuid not null,
  kind text not null,
  outcome text not null check (outcome in ('done', 'skipped', 'failed', 'stopped')),
  error jsonb,
  action int,
  actor uuid,
  owner_id uuid not null,
  depth int not null,
  at timestamptz not null default clock_timestamp(),
  changes jsonb not null default '[]',
  notified int not null default 0,
  -- Requests as pg_net counts them.
  requests bigint[] not null default '{}'
);
create index if not exists automation_run_order on plinth_private.automation_run (automation_id, id);
create index if not exists automation_run_age on plinth_private.automation_run (automation_id, at);

-- What people are told.
create table if not exists plinth_private.notice (
  id uuid primary key,
  user_id uuid not null references plinth.profile (id) on delete cascade,
  base_id uuid not null references plinth.base (id) on delete cascade,
  table_id uuid not null references plinth."table" (id) on delete cascade,
  record_id uuid not null,
  automation text not null,
  message text not null,
  at timestamptz not null default clock_timestamp(),
  read_at timestamptz
);
create index if not exists notice_person on plinth_private.notice (user_id, id);
create index if not exists notice_base on plinth_private.notice (base_id);
create index if not exists notice_table on plinth_private.notice (table_id);

alter table plinth_private.automation enable row level security;
alter table plinth_private.automation_queue enable row level security;
alter table plinth_private.automation_turn enable row level security;
alter table plinth_private.automation_run enable row level security;
alter table plinth_private.notice enable row level security;
revoke all on plinth_private.automation, plinth_private.automation_queue, plinth_private.automation_turn, plinth_private.automation_run,
  plinth_private.notice from public, anon, authenticated, service_role;

-- Refuses a definition; says what of it.
create or replace function plinth_private.refuse_automation(p_rule text, p_details jsonb default '{}') returns void
language plpgsql volatile security invoker set search_path = ''
as $$
begin
  perform plinth_private.fail(400, 'invalid_input', p_details || jsonb_build_object('rule', p_rule));
end
$$;

-- Can the project send webhooks: has it pg_net?
create or replace function plinth_private.can_post() returns boolean
language sql stable security definer set search_path = ''
as $$ select to_regprocedure('net.http_post(text, jsonb, jsonb, jsonb, integer)') is not null $$;

-- Has the project a clock: pg_cron?
create or replace function plinth_private.has_clock() returns boolean
language sql stable security definer set search_path = ''
as $$ select to_regprocedure('cron.schedule(text, text, text)') is not null $$;

select plinth_private.close_functions(array[
  'refuse_automation(text, jsonb)', 'can_post()', 'has_clock()'
]);
