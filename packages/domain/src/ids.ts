/**
 * Branded identities: a record is its `RecordId`, never a row index. All ids are UUIDs; the client makes them
 * (version 7, so that creation order is id order) and the server refuses malformed ones.
 */
declare const brand: unique symbol
type Id<Name extends string> = string & { readonly [brand]: Name }

export type UserId = Id<'User'>
export type WorkspaceId = Id<'Workspace'>
export type BaseId = Id<'Base'>
export type RoleId = Id<'Role'>
export type LockId = Id<'Lock'>
export type TableId = Id<'Table'>
export type FieldId = Id<'Field'>
export type TableRuleId = Id<'TableRule'>
export type RecordId = Id<'Record'>
export type MutationId = Id<'Mutation'>
export type InvitationId = Id<'Invitation'>
export type MergeId = Id<'Merge'>
export type ImportId = Id<'Import'>
export type ViewId = Id<'View'>
export type ViewSectionId = Id<'ViewSection'>
export type ColorRuleId = Id<'ColorRule'>
export type ShareLinkId = Id<'ShareLink'>
export type CommentId = Id<'Comment'>
export type TransitionId = Id<'Transition'>
export type AttachmentId = Id<'Attachment'>
export type AutomationId = Id<'Automation'>
export type AutomationRunId = Id<'AutomationRun'>
export type NoticeId = Id<'Notice'>
/** Id of one option of a select field: 1–20 characters of `[a-z0-9]`, unique within its field. */
export type OptionId = Id<'Option'>
