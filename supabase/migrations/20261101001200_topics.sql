-- Realtime topics: who may listen to the changes of a table, and who may be in the room of a base.

-- The id and epoch of a topic of ours, or nothing: the guard in front of every cast.
create or replace function plinth_private.topic_parts(p_topic text, p_kind text)
returns table (id uuid, epoch int)
language sql immutable security invoker set search_path = ''
as $$
  select split_part(p_topic, ':', 2)::uuid, split_part(p_topic, ':', 3)::int
  where p_topic ~ ('^' || p_kind || ':[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}:[1-9][0-9]{0,8}$')
$$;

-- May the caller listen to this table's changes under this epoch? Never raises.
create or replace function plinth_private.may_hear_table(p_topic text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from plinth_private.topic_parts(p_topic, 'table') as p
    join plinth."table" as t on t.id = p.id
    join plinth.base as b on b.id = t.base_id and b.access_epoch = p.epoch
    where plinth_private.scope(t.id, 'read') <> 'none')
$$;

-- May the caller be in this base's room under this epoch? Never raises.
create or replace function plinth_private.may_enter_room(p_topic text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from plinth_private.topic_parts(p_topic, 'room') as p
    join plinth.base as b on b.id = p.id and b.access_epoch = p.epoch
    where plinth_private.standing(plinth_private.caller(), b.id) is not null)
$$;

drop policy if exists plinth_select on realtime.messages;
create policy plinth_select on realtime.messages for select to authenticated
  using ((extension = 'broadcast' and (select plinth_private.may_hear_table((select realtime.topic()))))
      or (extension in ('broadcast', 'presence') and (select plinth_private.may_enter_room((select realtime.topic())))));

drop policy if exists plinth_insert on realtime.messages;
create policy plinth_insert on realtime.messages for insert to authenticated
  with check (extension in ('broadcast', 'presence')
    and (select plinth_private.may_enter_room((select realtime.topic()))));
