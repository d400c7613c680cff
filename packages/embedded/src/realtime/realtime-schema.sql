-- What a hosted project has in schema `realtime` before the first migration runs.
-- Idempotent. Run by the bootstrap as a superuser; the roles and the empty schema exist already.
--
-- Differences from hosted: `realtime.messages` is one plain table, not one partition a day. Policies and
-- delivery behave alike, and `realtime.prune_messages` keeps it small.

grant usage on schema realtime to postgres, anon, authenticated, service_role, supabase_realtime_admin;

create table if not exists realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp without time zone not null default now(),
  inserted_at timestamp without time zone not null default now(),
  id uuid not null default gen_random_uuid(),
  primary key (id, inserted_at)
);

-- A policy can only be created by the table's owner; the event trigger of the storage schema keeps this
-- owner from every other change of the table.
alter table realtime.messages owner to postgres;
alter table realtime.messages enable row level security;

revoke all on realtime.messages from public, anon, authenticated, service_role;
grant select, insert on realtime.messages to anon, authenticated, service_role;
grant all on realtime.messages to postgres, supabase_realtime_admin;

create index if not exists messages_inserted_at_topic_index
  on realtime.messages (inserted_at desc, topic) where extension = 'broadcast' and private;
create index if not exists messages_inserted_at_index on realtime.messages (inserted_at);

-- The topic that is being joined or sent to, for policies.
create or replace function realtime.topic() returns text
language sql stable
as $$ select nullif(current_setting('realtime.topic', true), '')::text $$;

-- Queues one broadcast; it is delivered after the transaction commits. As on hosted, every error is
-- swallowed: a failed broadcast never fails the write that caused it.
create or replace function realtime.send(
  payload jsonb, event text, topic text, private boolean default true
) returns void
language plpgsql
as $$
declare
  generated_id uuid;
  final_payload jsonb;
begin
  begin
    generated_id := gen_random_uuid();
    if payload ? 'id' then
      final_payload := payload;
    else
      final_payload := jsonb_set(payload, '{id}', to_jsonb(generated_id));
    end if;
    perform set_config('realtime.topic', topic, true);
    insert into realtime.messages (id, payload, event, topic, private, extension)
    values (generated_id, final_payload, event, topic, private, 'broadcast');
  exception when others then
    raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
  end;
end
$$;

-- Deletes at most `batch` messages older than `keep`; returns how many. Definer, because no API role may
-- delete messages.
create or replace function realtime.prune_messages(keep interval default '3 days', batch integer default 10000)
returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  removed integer;
begin
  delete from realtime.messages m
  where (m.id, m.inserted_at) in (
    select o.id, o.inserted_at from realtime.messages o
    where o.inserted_at < localtimestamp - keep
    order by o.inserted_at limit batch
  );
  get diagnostics removed = row_count;
  return removed;
end
$$;

alter function realtime.topic() owner to supabase_realtime_admin;
alter function realtime.send(jsonb, text, text, boolean) owner to supabase_realtime_admin;
alter function realtime.prune_messages(interval, integer) owner to postgres;
revoke all on function realtime.prune_messages(interval, integer) from public, anon, authenticated;
grant execute on function realtime.topic() to postgres, anon, authenticated, service_role;
grant execute on function realtime.send(jsonb, text, text, boolean) to postgres, anon, authenticated, service_role;
grant execute on function realtime.prune_messages(interval, integer) to service_role;

-- Inserts only: pruning must not travel through the replication stream.
do $$
begin
  if not exists (select 1 from pg_publication where pubname = 'supabase_realtime_messages_publication') then
    create publication supabase_realtime_messages_publication
      for table realtime.messages with (publish = 'insert');
  end if;
end
$$;
