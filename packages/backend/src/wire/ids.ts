/** Ids on the wire. */
import type {
  AttachmentId,
  AutomationId,
  AutomationRunId,
  BaseId,
  ColorRuleId,
  CommentId,
  FieldId,
  InvitationId,
  LockId,
  MergeId,
  MutationId,
  NoticeId,
  OptionId,
  RecordId,
  RoleId,
  ShareLinkId,
  TableId,
  TableRuleId,
  TransitionId,
  UserId,
  ViewId,
  ViewSectionId,
  WorkspaceId,
} from '@plinth/domain'
import * as v from 'valibot'

export type Schema<T> = v.GenericSchema<unknown, T>

function id<Id extends string>(): Schema<Id> {
  return v.pipe(v.string(), v.uuid()) as unknown as Schema<Id>
}

export const tableId = id<TableId>()
export const recordId = id<RecordId>()
export const fieldId = id<FieldId>()
export const mutationId = id<MutationId>()
export const attachmentId = id<AttachmentId>()
export const userId = id<UserId>()
export const workspaceId = id<WorkspaceId>()
export const baseId = id<BaseId>()
export const invitationId = id<InvitationId>()
export const roleId = id<RoleId>()
export const tableRuleId = id<TableRuleId>()
export const viewId = id<ViewId>()
export const viewSectionId = id<ViewSectionId>()
export const colorRuleId = id<ColorRuleId>()
export const mergeId = id<MergeId>()
export const shareLinkId = id<ShareLinkId>()
export const automationId = id<AutomationId>()
export const automationRunId = id<AutomationRunId>()
export const noticeId = id<NoticeId>()
export const commentId = id<CommentId>()
export const lockId = id<LockId>()
export const transitionId = id<TransitionId>()

export const optionId = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9]{1,20}$/),
  v.transform((text) => text as OptionId),
)
