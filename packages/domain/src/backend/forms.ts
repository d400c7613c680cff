/** Sending forms (docs/decisions/0051-forms.md): as a member, and through a link by whoever has it. */
import type { AttachmentId, FieldId, RecordId, TableId, ViewId } from '../ids.ts'
import type { Result } from '../result.ts'
import type { CellValue, WrittenValue } from '../rows.ts'
import type { FieldOptions, FieldTypeName, ToldOptions } from '../schema.ts'
import type { ConditionTree, FormPace } from '../view/form-settings.ts'

/**
 * By the fields that are asked for. One without an answer has the form's value, where it says one, else the field's own; null is an empty
 * answer. An answer to a question that is not asked is dropped, one that the form has no question for is refused (`invalid_input`, rule
 * `answers`). Of links: `{ link: […] }`. Files are no answers: they are put into the record that was made.
 */
export type FormAnswers = Readonly<Record<FieldId, WrittenValue>>

export interface FormSubmission {
  /** Of the record that it makes, so that a repeated call makes one. */
  readonly id: RecordId
  readonly answers: FormAnswers
}

/** As `FormQuestion`, with what of its field is needed to answer it. */
export interface SharedQuestion {
  /** Stands for the field in answers, conditions and calls, on this link alone. */
  readonly field: FieldId
  readonly label: string
  readonly help?: string
  readonly type: FieldTypeName
  readonly options: ToldOptions & Pick<FieldOptions, 'limit'>
  /** By the form or by the field. */
  readonly isRequired: boolean
  readonly when?: ConditionTree
  /** Of hidden questions told only where a condition looks at it. */
  readonly value?: CellValue
  readonly isHidden?: true
}

export interface SharedSection {
  readonly title?: string
  readonly text?: string
  readonly when?: ConditionTree
  readonly questions: readonly SharedQuestion[]
}

export interface SharedForm {
  /** Absent: the page's name. */
  readonly title?: string
  readonly intro?: string
  readonly pace: FormPace
  readonly sections: readonly SharedSection[]
  readonly submitLabel?: string
  /** What proves to the project that somebody is there; null: nothing is asked for. */
  readonly captcha: { readonly provider: string; readonly siteKey: string } | null
}

export interface SharedSubmission {
  /** A UUID of the visitor's browser, so that a repeated call makes one record. */
  readonly id: string
  readonly answers: FormAnswers
  /** By question: what `beginSharedUpload` answered. */
  readonly files?: Readonly<Record<FieldId, readonly string[]>>
  /** The text of a field that people do not see: what fills it in is answered like everybody, and nothing is stored. */
  readonly trap: string
  /** What the captcha gave. */
  readonly captcha?: string
}

/** What is said when it has been sent. */
export interface SharedReceipt {
  readonly thanks?: string
  readonly redirect?: string
  readonly allowsAnother: boolean
}

/** What may be chosen: a linked record by what it is called, or a person by name. */
export interface SharedChoice {
  /** To be sent as the answer; stands for it on this link alone. */
  readonly id: string
  readonly label: string
}

/** A file that came with a public form and is nobody's to read yet. */
export interface QuarantinedFile {
  readonly id: AttachmentId
  readonly field: FieldId
  readonly name: string
  readonly type: string
  readonly size: number
}

export interface QuarantinedRecord {
  readonly record: RecordId
  /** ISO 8601; until then somebody may take the files in. */
  readonly expiresAt: string
  readonly files: readonly QuarantinedFile[]
}

export interface FormsApi {
  /** Makes a record of a form's answers, as the caller may. */
  submit(view: ViewId, submission: FormSubmission): Promise<Result<{ readonly record: RecordId }>>
  /**
   * For everybody who has the token of a form's link (`SharesApi.page` tells the form), as what follows. `form_busy`: more came than the
   * link takes in an hour, `details.seconds` says for how long.
   */
  submitShared(
    token: string,
    pass: string | null,
    submission: SharedSubmission,
  ): Promise<Result<SharedReceipt>>
  /** Announces a file of an answer, which is then sent by `sendSharedFile`. */
  beginSharedUpload(
    token: string,
    pass: string | null,
    file: { readonly field: FieldId; readonly name: string; readonly type: string; readonly size: number },
  ): Promise<Result<{ readonly upload: string; readonly path: string }>>
  sendSharedFile(path: string, file: Blob): Promise<Result<null>>
  /** What may be chosen for a question of links or of people: at most `limits.sharedChoices`, those that contain the text. */
  sharedChoices(
    token: string,
    pass: string | null,
    field: FieldId,
    search: string,
  ): Promise<Result<readonly SharedChoice[]>>
  /** Records of a table that came with files, as far as the caller may change them; the oldest first. */
  quarantined(table: TableId): Promise<Result<readonly QuarantinedRecord[]>>
  /** Takes the files of a record into their fields. */
  accept(table: TableId, record: RecordId): Promise<Result<null>>
  /** Deletes them. */
  reject(table: TableId, record: RecordId): Promise<Result<null>>
}
