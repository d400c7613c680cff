-- The calls of docs/rpc.md: thin invoker functions in schema plinth over code in plinth_private. A statement timeout
-- that differs from the role's stands here, where REST reads it.

-- The version of these migrations; an app asks before anything else.
create or replace function plinth.schema_version() returns int
language sql immutable security invoker set search_path = ''
as $$ select 1 $$;

-- SessionInfo; makes the profile at the first call.
create or replace function plinth.my_session() returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.my_session() $$;

-- Changes the caller's name or picture.
create or replace function plinth.save_profile(changes jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.save_profile($1) $$;

-- Who may create workspaces.
create or replace function plinth.set_workspace_creation(setting text) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.set_workspace_creation($1); select null::jsonb $$;

-- Gives the installation to somebody else.
create or replace function plinth.hand_over_installation(email text) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.hand_over_installation($1); select null::jsonb $$;

-- WorkspaceCreator[].
create or replace function plinth.workspace_creators() returns jsonb
language sql stable security invoker set search_path = ''
as $$ select plinth_private.workspace_creators() $$;

-- Puts an address on the list of those who may create workspaces.
create or replace function plinth.add_workspace_creator(email text) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.add_workspace_creator($1); select null::jsonb $$;

-- Takes somebody off that list.
create or replace function plinth.remove_workspace_creator(member uuid) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.remove_workspace_creator($1); select null::jsonb $$;

-- Makes a workspace.
create or replace function plinth.create_workspace(workspace uuid, name text) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.create_workspace($1, $2); select null::jsonb $$;

-- Renames a workspace.
create or replace function plinth.rename_workspace(workspace uuid, name text) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.rename_workspace($1, $2); select null::jsonb $$;

-- Deletes a workspace with everything in it.
create or replace function plinth.delete_workspace(workspace uuid, confirm_name text) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.delete_workspace($1, $2); select null::jsonb $$;

-- Leaves a workspace.
create or replace function plinth.leave_workspace(workspace uuid) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.drop_member($1, plinth_private.require_user()); select null::jsonb $$;

-- Member[].
create or replace function plinth.workspace_members(workspace uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select plinth_private.workspace_members($1) $$;

-- WorkspaceUsage.
create or replace function plinth.workspace_usage(workspace uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select plinth_private.workspace_usage($1) $$;

-- Changes a workspace's quota, or the defaults.
create or replace function plinth.set_workspace_quota(workspace uuid, quota jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.set_workspace_quota($1, $2) $$;

-- Changes a member's role.
create or replace function plinth.set_workspace_role(workspace uuid, member uuid, role text) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.set_workspace_role($1, $2, $3); select null::jsonb $$;

-- Takes a member out.
create or replace function plinth.remove_workspace_member(workspace uuid, member uuid) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.drop_member($1, $2); select null::jsonb $$;

-- Invitation[].
create or replace function plinth.invitations(workspace uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select plinth_private.invitations($1) $$;

-- Makes an invitation; shows its token once.
create or replace function plinth.create_invitation(
  workspace uuid, role text, base uuid, base_role text, email text, custom_role uuid default null
) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.create_invitation($1, $2, $3, $4, $5, $6) $$;

-- Withdraws an invitation.
create or replace function plinth.revoke_invitation(invitation uuid) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.revoke_invitation($1); select null::jsonb $$;

-- What an invitation is for; works before sign-in.
create or replace function plinth.invitation_info(token text) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select plinth_private.invitation_info($1) $$;

-- Uses up an invitation.
create or replace function plinth.accept_invitation(token text) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.accept_invitation($1) $$;

-- Makes a base.
create or replace function plinth.create_base(base uuid, workspace uuid, name text, settings jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.create_base($1, $2, $3, $4); select null::jsonb $$;

-- Changes a base's name or settings.
create or replace function plinth.update_base(base uuid, changes jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.update_base($1, $2); select null::jsonb $$;

-- Deletes a base with its tables.
create or replace function plinth.delete_base(base uuid, confirm_name text) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.delete_base($1, $2); select null::jsonb $$;

-- BaseSchema.
create or replace function plinth.base_schema(base uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select plinth_private.base_schema($1) $$;

-- BaseMember[].
create or replace function plinth.base_members(base uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select plinth_private.base_members($1) $$;

-- Gives or takes a role in a base.
create or replace function plinth.set_base_role(base uuid, member uuid, role text) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.set_base_role($1, $2, $3); select null::jsonb $$;

-- Makes a table.
create or replace function plinth.create_table(base uuid, definition jsonb) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.create_table($1, $2) $$;

-- Adds a field.
create or replace function plinth.create_field("table" uuid, definition jsonb) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.create_field($1, $2) $$;

-- Renames, reorders a field or replaces its options.
create or replace function plinth.update_field(field uuid, changes jsonb) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.update_field($1, $2) $$;

-- A window of a view.
create or replace function plinth.rows_window(query jsonb, anchor jsonb, direction text, skip int, take int) returns json
language sql stable security invoker set search_path = ''
as $$ select plinth_private.rows_window($1, $2, $3, $4, $5) $$;

-- Rows by their ids.
create or replace function plinth.rows_by_id(query jsonb, ids uuid[]) returns json
language sql stable security invoker set search_path = ''
as $$ select plinth_private.rows_by_id($1, $2) $$;

-- ViewStats.
create or replace function plinth.view_stats(query jsonb, exact boolean) returns jsonb
language sql stable security invoker set search_path = '' set statement_timeout = '20s'
as $$ select plinth_private.view_stats($1, $2) $$;

-- ViewAnchors.
create or replace function plinth.view_anchors(query jsonb, step int) returns jsonb
language sql stable security invoker set search_path = '' set statement_timeout = '20s'
as $$ select plinth_private.view_anchors($1, $2) $$;

-- ViewGroups.
create or replace function plinth.view_groups(query jsonb, figures jsonb, skip int, take int) returns jsonb
language sql stable security invoker set search_path = '' set statement_timeout = '20s'
as $$ select plinth_private.view_groups($1, $2, $3, $4) $$;

-- ViewSummary.
create or replace function plinth.view_summary(query jsonb, figures jsonb) returns jsonb
language sql stable security invoker set search_path = '' set statement_timeout = '20s'
as $$ select plinth_private.view_summary($1, $2) $$;

-- ChartData.
create or replace function plinth.view_chart(query jsonb, chart jsonb) returns jsonb
language sql stable security invoker set search_path = '' set statement_timeout = '20s'
as $$ select plinth_private.view_chart($1, $2) $$;

-- RowRank.
create or replace function plinth.row_rank(query jsonb, record uuid, near jsonb) returns jsonb
language sql stable security invoker set search_path = '' set statement_timeout = '20s'
as $$ select plinth_private.row_rank($1, $2, $3) $$;

-- FoundRows.
create or replace function plinth.find_in_view(query jsonb, "text" text, after jsonb, direction text, take int) returns jsonb
language sql stable security invoker set search_path = '' set statement_timeout = '20s'
as $$ select plinth_private.find_in_view($1, $2, $3, $4, $5) $$;

-- MutationResult[].
create or replace function plinth.apply_mutations(batch jsonb) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '20s'
as $$ select plinth_private.apply_mutations($1) $$;

-- ChangesSince.
create or replace function plinth.changes_since("table" uuid, seq text) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select plinth_private.changes_since($1, $2) $$;

-- Opens an import.
create or replace function plinth.begin_import(import uuid, "table" uuid, file_name text, fields uuid[], mode text, key uuid) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.begin_import($1, $2, $3, $4, $5, $6); select null::jsonb $$;

-- Stores a chunk of an import.
create or replace function plinth.import_rows(import uuid, chunk int, rows jsonb, misfits jsonb, links jsonb default '[]') returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.import_rows($1, $2, $3, $4, $5) $$;

-- Ends an import.
create or replace function plinth.finish_import(import uuid) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.finish_import($1) $$;

-- Breaks an import off.
create or replace function plinth.cancel_import(import uuid, discard boolean) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.cancel_import($1, $2) $$;

-- Values that did not fit.
create or replace function plinth.import_misfits(import uuid, after int, take int) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select plinth_private.import_misfits($1, $2, $3) $$;

-- Announces a file for a cell.
create or replace function plinth.begin_upload("table" uuid, record uuid, field uuid, file jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.begin_upload($1, $2, $3, $4) $$;

-- Puts an uploaded file into its cell.
create or replace function plinth.finish_upload(attachment uuid) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.finish_upload($1) $$;

-- Takes a file out of its cell.
create or replace function plinth.remove_attachment(attachment uuid) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.remove_attachment($1) $$;

-- Gives a file another name.
create or replace function plinth.rename_attachment(attachment uuid, name text, was text) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.rename_attachment($1, $2, $3) $$;

-- Puts the files of a cell in an order.
create or replace function plinth.order_attachments("table" uuid, record uuid, field uuid, files uuid[], was uuid[]) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.order_attachments($1, $2, $3, $4, $5) $$;

-- Forgets removed objects.
create or replace function plinth.removed_keys_done(keys text[]) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.removed_keys_done($1); select null::jsonb $$;
