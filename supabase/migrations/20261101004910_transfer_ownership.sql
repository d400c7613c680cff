-- Handing a workspace over.

-- Makes a member the owner of the workspace, the caller being an owner; the caller stays one or becomes an admin. With the
-- workspace's name typed. One statement: the workspace has an owner throughout, and triggers see both changes at once.
create or replace function plinth_private.transfer_ownership(
  p_workspace uuid, p_member uuid, p_own_role text, p_confirm_name text
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := plinth_private.require_user();
begin
  perform plinth_private.require_workspace(p_workspace, 'owner');
  -- Two owners who hand over at once wait for each other.
  perform 1 from plinth.workspace as w where w.id = p_workspace for update;
  perform plinth_private.require_workspace(p_workspace, 'owner');
  if p_own_role is null or p_own_role not in ('owner', 'admin') or p_member = v_user then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'role'));
  elsif p_confirm_name is distinct from (select w.name from plinth.workspace as w where w.id = p_workspace) then
    perform plinth_private.fail(400, 'confirm_mismatch');
  elsif not exists (select 1 from plinth.workspace_member as m where m.workspace_id = p_workspace and m.user_id = p_member) then
    perform plinth_private.fail(404, 'not_found');
  end if;
  update plinth.workspace_member as m
    set role = case when m.user_id = v_user then p_own_role else 'owner' end
    where m.workspace_id = p_workspace and m.user_id in (p_member, v_user);
end
$$;

-- Gives the ownership of a workspace to another member.
create or replace function plinth.transfer_ownership(workspace uuid, member uuid, own_role text, confirm_name text) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.transfer_ownership($1, $2, $3, $4); select null::jsonb $$;

revoke all on function plinth_private.transfer_ownership(uuid, uuid, text, text), plinth.transfer_ownership(uuid, uuid, text, text)
  from public, anon;
grant execute on function plinth_private.transfer_ownership(uuid, uuid, text, text), plinth.transfer_ownership(uuid, uuid, text, text)
  to authenticated, service_role;
