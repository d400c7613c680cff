/**
 * The closed catalogue of error codes, the same in SQL (`raise … using message = code`), in the client and in
 * `docs/errors.md`. A test compares the three.
 */
export const errorCatalogue = {
  // Who you are
  not_signed_in: 'You are not signed in. Sign in and try again.',
  session_expired: 'Your session has ended. Sign in again to go on.',
  invalid_credentials: 'E-mail address and password do not match.',
  email_not_confirmed: 'This e-mail address is not confirmed yet. Open the link in the mail we sent you.',
  weak_password: 'This password is too short or too common. Use at least 8 characters.',
  same_password: 'This is already your password. Choose a different one.',
  link_invalid: 'This link is used up or too old. Ask for a new one.',
  signup_closed: 'This project accepts no new accounts. Ask its owner for an invitation.',
  rate_limited: 'Too many tries in a short time. Wait a minute and try again.',
  // What you may do
  forbidden: 'Your role does not allow this. Ask an owner of the workspace.',
  not_found: 'This does not exist, or you have no access to it.',
  read_only: 'You can read this, but not change it. Ask a creator of the base for a role that may.',
  rule_refused:
    'A rule of your role does not allow this for this record. Ask a creator of the base, who can change the rule.',
  rule_left:
    'With this change the record would leave what your role reaches. Ask somebody whose role reaches further, or a creator of the base for the right to hand records over.',
  record_locked:
    'This record is locked. Only those whom the lock names may change it; creators may change the lock.',
  field_read_only: 'You can read this field, but not change it. Ask a creator of the base.',
  workspace_creation_closed:
    'Only people on the list of the installation’s owner can create workspaces. Ask that owner to add you.',
  transition_refused: 'The workflow of this field does not allow this step.',
  invitation_invalid: 'This invitation is used up, withdrawn or too old. Ask for a new one.',
  invitation_other_address: 'This invitation is for another e-mail address. Sign in with that address.',
  share_invalid: 'This link shows nothing, or nothing any more. Ask whoever gave it to you for a new one.',
  share_locked: 'This link asks for a password. Whoever gave it to you knows it.',
  form_busy: 'This form takes no more for the moment. Try again later.',
  captcha_failed: 'The check that somebody is there did not succeed. Try it again.',
  share_moved: 'What this link shows was changed in the meantime. Load it again from the beginning.',
  last_owner: 'A workspace needs an owner. Make somebody else an owner first.',
  // What you sent
  invalid_input: 'Something in this request is not as it must be.',
  name_required: 'A name is needed.',
  name_taken: 'This name is taken here. Choose another one.',
  limit_exceeded: 'This goes over a limit of this workspace.',
  field_changing: 'The type of this field is being changed. Wait until that is done, or give it up.',
  field_unhideable: 'This field cannot be hidden: the table needs it, or a rule or a workflow does.',
  field_hidden: 'This is not possible with a field that is hidden from some roles.',
  rule_broken:
    'Some records do not follow this rule. Change them first, or keep the rule to new and changed values.',
  values_gone:
    'The old values of this field are not in the trash any more, or are on their way back as a field of their own.',
  view_locked: 'This view is locked. Unlock it first, or save your changes as another view.',
  selection_changed:
    'More or fewer records are selected now than you were shown. Look at the selection and try again.',
  used_by_rule: 'A rule or a workflow needs this. Change that first.',
  confirm_mismatch: 'The name typed to confirm does not match.',
  formula_ring: 'These formulas need each other in a ring, so none of them can be computed.',
  rollup_invalid: 'These linked records have nothing that can be computed in this way.',
  rollup_restricted:
    'Somebody who reads this table does not read all of the linked one. What is computed from it would tell them.',
  expression_invalid: 'This expression is not one that the database understands.',
  webhooks_unavailable:
    'This project cannot call other services: its database lacks the extension pg_net. Whoever runs the project can switch it on.',
  automation_loop: 'Automations caused each other, one behind the other, more often than is allowed.',
  // Values
  value_required: 'This field needs a value.',
  value_invalid: 'This value does not fit the type of its field.',
  value_too_long: 'This text is too long for its field.',
  value_too_short: 'This text is too short for its field.',
  value_out_of_range: 'This value is outside of what its field allows.',
  pattern_mismatch: 'This text does not have the form that its field asks for.',
  rule_violated: 'A rule of this table does not allow this. A creator of the base knows which.',
  number_out_of_range: 'This number is outside of what its field can hold.',
  option_unknown: 'This is not an option of the field.',
  email_invalid: 'This is not an e-mail address. It has the form name@example.com.',
  phone_invalid:
    'This is not a phone number. Digits are needed, with a country code or without, such as +43 1 234 56 78.',
  url_invalid: 'This is not a web address. It must start with http:// or https://.',
  date_invalid: 'This is not a date.',
  not_unique: 'Another record has this value, and the field allows each value once.',
  link_taken: 'This record is linked elsewhere, and can be linked once only. Take it out there first.',
  link_limit: 'A record cannot link more records in this field. Take another one out first.',
  link_refused:
    'This record may not be linked here: it does not meet the condition of the field. A creator of the base knows it, and can change it.',
  // Rows
  conflict: 'Somebody else changed this value in the meantime.',
  record_gone: 'This record was deleted.',
  record_linked:
    'Other records are linked to this one, and keep it from being deleted. Take it out there first.',
  along_refused:
    'Linked records would be deleted too, and you may not delete all of them. Nothing was deleted. Unlink them first, or ask somebody who may.',
  batch_refused: 'Nothing was changed, because another part of the same change was refused.',
  mutation_reused: 'A change was sent twice with different content.',
  // Files
  file_too_large: 'This file is larger than the limit.',
  file_refused: 'This file cannot be stored here.',
  upload_failed: 'The upload broke off. Try again.',
  file_missing: 'The file is not there any more.',
  // Import
  file_unreadable: 'This file cannot be read as a table.',
  file_empty: 'This file has no rows.',
  import_closed: 'This import has ended already.',
  key_not_unique: 'The key of this import stands more than once in the file or in the table.',
  // The machine room
  busy: 'The table is busy. Try again in a moment.',
  timeout: 'The database took too long to answer.',
  offline: 'You are offline. Your change is kept and sent as soon as you are back.',
  network: 'The server cannot be reached. Check the connection and try again.',
  schema_missing: 'This project does not have Plinth’s tables yet. Apply the migrations and try again.',
  schema_outdated: 'This project has an older version of Plinth’s tables. Apply the newer migrations.',
  schema_newer: 'This project is newer than this app. Reload the page.',
  key_invalid: 'This key is not accepted by the project.',
  project_unreachable: 'No project answers at this address.',
  unexpected: 'Something went wrong that we did not foresee.',
} as const

export type ErrorCode = keyof typeof errorCatalogue

export interface RoleName {
  readonly id: string
  readonly kind: string
  readonly name: string
}

/** Names of what an error is about; never values. */
export interface ErrorDetails {
  readonly table?: string
  readonly field?: string
  readonly rule?: string
  readonly limit?: number
  readonly line?: number
  /** After how many seconds to try again. */
  readonly seconds?: number
  /** read, create, update or delete. */
  readonly action?: string
  readonly role?: string
  /** Roles of which one is needed. */
  readonly roles?: readonly RoleName[]
  /** Fields that a refusal looks at. */
  readonly fields?: readonly string[]
  /** The field whose formula or rollup needs what is to go. */
  readonly formula?: string
  /** The field of a link whose condition of what may be linked needs what is to go. */
  readonly link?: string
  /** What needs what is to go: a rule of the table by its message, a lock, or the field of a workflow, by name. */
  readonly needed?: { readonly kind: 'rule' | 'lock' | 'workflow'; readonly name: string }
  /** Of a rollup: the table that it would read. */
  readonly target?: string
  /** Fields whose formulas need each other, from one back to itself. */
  readonly ring?: readonly string[]
  /** Where in the tree of an expression: `args.0.list.2`. */
  readonly path?: string
  /** Of a change that was refused for the sake of another one only: the step of both. The app tells it, not the server. */
  readonly step?: string
  /** The other change of the same step that is in the way: its record, and its field where there is one. */
  readonly inTheWay?: { readonly record: string; readonly field?: string }
}

export interface AppError {
  readonly code: ErrorCode
  /** A sentence for people: what happened and what to do next. */
  readonly message: string
  readonly details?: ErrorDetails
  readonly hint?: string
}

export function appError(code: ErrorCode, extra: Partial<Omit<AppError, 'code'>> = {}): AppError {
  return { code, message: errorCatalogue[code], ...extra }
}

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCatalogue, code)
}
