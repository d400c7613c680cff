/** A form while it is filled in: what was answered, what is asked by that, how far one is, and how sending goes. */
import {
  type Answers,
  type AppError,
  type AskedSection,
  type Attachment,
  type AttachmentId,
  answersToSend,
  appError,
  askedNow,
  type CellValue,
  type FieldId,
  type FormPace,
  firstAnswers,
  type Holds,
  problemsOf,
  readPrefill,
  stepsOf,
  withHidden,
} from '@plinth/domain'
import { useMemo, useRef, useState } from 'react'
import { toAppError } from '../unwrap.ts'
import type { Proof } from './captcha/CaptchaCheck.tsx'
import { dropDraft, type FormDraft, keepDraft, newDraft, readDraft } from './form-draft.ts'
import { type ChosenFiles, type Receipt, useFormHost } from './form-host.ts'

export interface FillingInput {
  readonly sections: readonly AskedSection[]
  readonly pace: FormPace
  readonly holds: Holds
  /** What the fields have by themselves. */
  readonly defaults: Answers
  /** Under which the draft is kept; null: it is not. */
  readonly draftKey: string | null
  /** What the address says of the answers. */
  readonly query: string
}

export interface Filling {
  readonly steps: readonly (readonly AskedSection[])[]
  readonly step: number
  readonly answers: Answers
  readonly unread: FormDraft['unread']
  readonly files: ChosenFiles
  /** What is shown of what stands in the way. */
  readonly problems: ReadonlyMap<FieldId, AppError>
  /** Rises with each try that went wrong, so that the summary takes the focus. */
  readonly tries: number
  /** Of the sending as a whole. */
  readonly error: AppError | null
  readonly isSending: boolean
  /** Of the files that are being sent, 0 to 1. */
  readonly progress: number
  readonly receipt: Receipt | null
  /** Something was answered that is not sent; `isKept`: this browser has it. */
  readonly isBegun: boolean
  readonly isKept: boolean
  answer(field: FieldId, value: CellValue): void
  /** A text that may be no value of its field yet. */
  write(field: FieldId, text: string, value: CellValue | undefined): void
  choose(field: FieldId, files: readonly File[]): void
  /** The focus has left a question. */
  leave(field: FieldId): void
  back(): void
  /** To the next step, or sends it; with what the captcha gives, where one is shown. */
  goOn(trap: string, proof: Proof | null): Promise<void>
  /** Another one, or the same from the beginning. */
  restart(): void
}

/** Chosen files, as if they were in their fields already: conditions ask for them, and so does whoever requires them. */
function asAnswers(files: ChosenFiles): Answers {
  const entries = Object.entries(files).flatMap(([field, chosen]) => {
    const list = chosen.map(
      ({ name, type, size }, at): Attachment => ({
        id: `${at}` as AttachmentId,
        name,
        mime: type,
        bytes: size,
        key: '',
        thumbKey: null,
      }),
    )
    return list.length > 0 ? [[field, list] as const] : []
  })
  return Object.fromEntries(entries)
}

interface Course {
  readonly step: number
  /** Steps that somebody tried to leave, and questions that they left. */
  readonly tried: ReadonlySet<number>
  readonly left: ReadonlySet<FieldId>
  readonly tries: number
  readonly refused: ReadonlyMap<FieldId, AppError>
  readonly error: AppError | null
}

const begin: Course = {
  step: 0,
  tried: new Set(),
  left: new Set(),
  tries: 0,
  refused: new Map(),
  error: null,
}

export function useFilling({ sections, pace, holds, defaults, draftKey, query }: FillingInput): Filling {
  const host = useFormHost()
  const { values } = host
  const start = useMemo(() => {
    const prefill = readPrefill(new URLSearchParams(query), sections, values)
    const first = firstAnswers(sections, prefill.answers, defaults)
    return { first, hidden: prefill.hidden }
  }, [sections, query, values, defaults])
  const [draft, setDraft] = useState(
    () => (draftKey && readDraft(localStorage, draftKey, sections)) || newDraft(start.first),
  )
  const [files, setFiles] = useState<ChosenFiles>({})
  const [course, setCourse] = useState(begin)
  const [progress, setProgress] = useState(0)
  const [isSending, setSending] = useState(false)
  const [receipt, setReceipt] = useState<Receipt | null>(null)
  const [isKept, setKept] = useState(true)
  const sending = useRef(false)

  const all = { ...draft.answers, ...asAnswers(files) }
  const asked = askedNow(withHidden(sections, start.hidden, start.first), all, holds)
  const steps = stepsOf(pace, asked)
  const step = Math.min(course.step, steps.length - 1)
  const here = steps[step] ?? []
  const standing = problemsOf(here, all, draft.unread, values)
  const idsHere = here.flatMap(({ questions }) => questions.map(({ field }) => field.id))
  const problems = new Map<FieldId, AppError>(
    idsHere.flatMap((id) => {
      const isEmpty = (all[id] ?? null) === null && draft.unread[id] === undefined
      const isShown = course.tried.has(step) || (course.left.has(id) && !isEmpty)
      const problem = (isShown ? standing.get(id) : undefined) ?? course.refused.get(id)
      return problem ? [[id, problem] as const] : []
    }),
  )

  const keep = (next: FormDraft) => {
    setDraft(next)
    if (draftKey) setKept(keepDraft(localStorage, draftKey, next))
  }
  const forgive = (field: FieldId) =>
    setCourse((now) => {
      if (!now.refused.has(field)) return now
      const refused = new Map(now.refused)
      refused.delete(field)
      return { ...now, refused }
    })
  const write = (field: FieldId, text: string | null, value: CellValue | undefined) => {
    const { [field]: _, ...others } = draft.unread
    const unread = text !== null && value === undefined ? { ...others, [field]: text } : others
    keep({ ...draft, unread, answers: { ...draft.answers, [field]: value ?? null } })
    forgive(field)
  }
  const failAt = (fields: ReadonlyMap<FieldId, AppError>, error: AppError | null) => {
    const place = steps.findIndex((one) =>
      one.some(({ questions }) => questions.some(({ field }) => fields.has(field.id))),
    )
    setCourse((now) => ({
      ...now,
      step: place < 0 ? step : place,
      tried: new Set([...now.tried, step]),
      tries: now.tries + 1,
      refused: fields,
      error,
    }))
  }
  const send = async (trap: string, captcha: string | undefined) => {
    if (!navigator.onLine) return failAt(new Map(), appError('offline'))
    setSending(true)
    setProgress(0)
    setCourse((now) => ({ ...now, error: null, refused: new Map() }))
    const answer = await host
      .send({
        id: draft.id,
        answers: answersToSend(asked, draft.answers, start.first),
        files: Object.fromEntries(Object.entries(files).filter(([id]) => isAskedFor(asked, id))),
        trap,
        captcha,
        onProgress: setProgress,
      })
      .catch((problem: unknown) => ({ ok: false as const, error: toAppError(problem) }))
    setSending(false)
    if (!answer.ok) {
      const field = answer.error.details?.field as FieldId | undefined
      const isHere = field !== undefined && isAskedFor(asked, field)
      return failAt(new Map(isHere ? [[field, answer.error]] : []), isHere ? null : answer.error)
    }
    if (draftKey) dropDraft(localStorage, draftKey)
    setReceipt(answer.value)
  }
  return {
    steps,
    step,
    answers: all,
    unread: draft.unread,
    files,
    problems,
    tries: course.tries,
    error: course.error,
    isSending,
    progress,
    receipt,
    isBegun: Object.keys(draft.unread).length > 0 || differs(draft.answers, start.first),
    isKept: isKept && draftKey !== null,
    answer: (field, value) => write(field, null, value),
    write,
    choose(field, chosen) {
      setFiles((now) => ({ ...now, [field]: chosen }))
      forgive(field)
    },
    leave(field) {
      setCourse((now) => (now.left.has(field) ? now : { ...now, left: new Set([...now.left, field]) }))
    },
    back: () => setCourse((now) => ({ ...now, step: Math.max(0, step - 1), error: null })),
    async goOn(trap, proof) {
      if (sending.current) return
      if (standing.size > 0) {
        setCourse((now) => ({ ...now, tried: new Set([...now.tried, step]), tries: now.tries + 1 }))
        return
      }
      if (step < steps.length - 1) {
        setCourse((now) => ({ ...now, step: step + 1, error: null }))
        return
      }
      const captcha = proof?.take()
      if (captcha === null) return
      sending.current = true
      await send(trap, captcha)
      proof?.spend()
      sending.current = false
    },
    restart() {
      if (draftKey) dropDraft(localStorage, draftKey)
      setDraft(newDraft(start.first))
      setFiles({})
      setCourse(begin)
      setReceipt(null)
    },
  }
}

const isAskedFor = (asked: readonly AskedSection[], id: string): boolean =>
  asked.some(({ questions }) => questions.some(({ field }) => field.id === id))

function differs(answers: Answers, first: Answers): boolean {
  const ids = new Set([...Object.keys(answers), ...Object.keys(first)]) as Set<FieldId>
  return [...ids].some((id) => JSON.stringify(answers[id] ?? null) !== JSON.stringify(first[id] ?? null))
}
