import type { Answers, AppError, CellValue, FieldId, RecordId, Result, ValueContext } from '@plinth/domain'
import { createContext, useContext } from 'react'
import type { RecordChoice } from '../records/record-choice.ts'
import type { Captcha } from './captcha/CaptchaCheck.tsx'

/** Chosen files that are not sent yet. */
export type ChosenFiles = Readonly<Record<FieldId, readonly File[]>>

export interface Sending {
  readonly id: RecordId
  readonly answers: Answers
  readonly files: ChosenFiles
  /** The text of a field that people do not see. */
  readonly trap: string
  /** What the captcha gave; undefined: none is asked for. */
  readonly captcha: string | undefined
  /** How much of the files is sent, 0 to 1. */
  onProgress(share: number): void
}

export interface Receipt {
  /** Markdown; empty: the usual words. */
  readonly thanks: string
  readonly redirect: string | null
  readonly allowsAnother: boolean
  /** Where the record that was made is to be seen; null: nowhere for whoever sent it. */
  readonly open: (() => void) | null
}

/** Where a form is filled in: by a member at its table, or by whoever has its link. */
export interface FormHost {
  readonly values: ValueContext
  /** 1 Monday … 7 Sunday. */
  readonly weekStart: number
  /** The most that a file may have. */
  readonly fileBytes: number
  /** What it asks for beside answers; null: nothing. */
  readonly captcha: Captcha | null
  /** What may be chosen for a question of links or of people, as far as it holds the text. */
  choices(field: FieldId, text: string): Promise<Result<readonly RecordChoice[]>>
  /** What a chosen person is called, where that is known. */
  nameOf(field: FieldId, value: CellValue): string
  /** A refusal in words for whoever fills in. */
  wordsFor(error: AppError): string
  send(sending: Sending): Promise<Result<Receipt>>
}

export const FormHostContext = createContext<FormHost | null>(null)

export function useFormHost(): FormHost {
  const host = useContext(FormHostContext)
  if (!host) throw new Error('useFormHost outside of a form')
  return host
}
