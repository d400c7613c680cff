/** A form to be filled in: by a member in the app, or by whoever has its link. */
import type { AskedSection } from '@plinth/domain'
import { ArrowLeft, ArrowRight, CircleCheck, Send } from 'lucide-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { Banner } from '../../ui/Banner.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Markdown } from '../markdown/Markdown.tsx'
import { useOnline } from '../use-online.ts'
import { CaptchaCheck, type Proof } from './captcha/CaptchaCheck.tsx'
import { type Receipt, useFormHost } from './form-host.ts'
import { ProblemSummary } from './ProblemSummary.tsx'
import { Question } from './Question.tsx'
import { type Filling, type FillingInput, useFilling } from './use-filling.ts'

export interface FormFillProps extends FillingInput {
  title: string
  /** Markdown; empty: none. */
  intro: string
  /** Empty: the usual word. */
  submitLabel: string
  /** Heading of the page, or of a part of it. */
  level: 1 | 2
}

export function FormFill({ title, intro, submitLabel, level, ...input }: FormFillProps) {
  const filling = useFilling(input)
  const [round, setRound] = useState(0)
  const top = useRef<HTMLHeadingElement>(null)
  useFocusOf(filling.step, round, top)
  const Heading = level === 1 ? 'h1' : 'h2'
  const again = () => {
    filling.restart()
    setRound(round + 1)
  }
  return (
    <FormSheet>
      <Heading
        ref={top}
        tabIndex={-1}
        className="rounded-control text-2xl font-semibold break-words outline-none focus-visible:ring-focus"
      >
        {title}
      </Heading>
      {filling.receipt ? (
        <FormDone receipt={filling.receipt} onAgain={again} />
      ) : (
        <>
          {intro !== '' && filling.step === 0 && (
            <div className="mt-3">
              <Markdown text={intro} label="About this form" />
            </div>
          )}
          <FormBody key={round} {...{ filling, submitLabel, level }} onRestart={again} />
        </>
      )}
    </FormSheet>
  )
}

/** The sheet of paper on which a form stands. `onBlur`: the focus left something on it. */
export function FormSheet({ children, onBlur }: { children: React.ReactNode; onBlur?: () => void }) {
  return (
    <div
      onBlur={onBlur}
      className="mx-auto my-8 w-full max-w-170 shrink-0 rounded-card border border-line bg-surface px-10 py-9 max-sm:my-0 max-sm:min-h-full max-sm:rounded-none max-sm:border-0 max-sm:px-4 max-sm:py-6"
    >
      {children}
    </div>
  )
}

/** At each step, and with another form, the reading begins at the top. */
function useFocusOf(step: number, round: number, top: React.RefObject<HTMLHeadingElement | null>) {
  const seen = useRef({ step, round })
  useEffect(() => {
    if (seen.current.step === step && seen.current.round === round) return
    seen.current = { step, round }
    top.current?.focus()
    top.current?.scrollIntoView({ block: 'center' })
  }, [step, round, top])
}

interface FormBodyProps {
  filling: Filling
  submitLabel: string
  level: 1 | 2
  onRestart: () => void
}

function FormBody({ filling, submitLabel, level, onRestart }: FormBodyProps) {
  const { steps, step, isSending } = filling
  const { captcha } = useFormHost()
  const trap = useRef<HTMLInputElement>(null)
  const proof = useRef<Proof>(null)
  const isLast = step === steps.length - 1
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void filling.goOn(trap.current?.value ?? '', proof.current)
  }
  return (
    <form noValidate onSubmit={onSubmit} className="mt-6 flex flex-col gap-7">
      {steps.length > 1 && (
        // Steps that are behind one: none is, on the first.
        <ProgressBar label={`Step ${step + 1} of ${steps.length}`} value={step} max={steps.length} />
      )}
      <ProblemSummary filling={filling} />
      {(steps[step] ?? []).map((section) => (
        <SectionBody key={section.id} {...{ section, filling, level }} />
      ))}
      <Trap ref={trap} />
      {captcha && isLast && <CaptchaCheck ref={proof} captcha={captcha} />}
      <SendingState filling={filling} />
      <div className="flex flex-wrap items-center gap-2">
        {step > 0 && (
          <Button size="lg" icon={<ArrowLeft aria-hidden />} onPress={filling.back}>
            Back
          </Button>
        )}
        <Button
          type="submit"
          size="lg"
          variant="primary"
          isPending={isSending}
          icon={isLast ? <Send aria-hidden /> : <ArrowRight aria-hidden />}
        >
          {isLast ? submitLabel || 'Send' : 'Next'}
        </Button>
      </div>
      {filling.isBegun && (
        <p className="-mt-3 flex flex-wrap items-center gap-x-2 text-xs text-ink-muted">
          {filling.isKept
            ? 'Your answers are kept on this device until you send them; files are not.'
            : 'This browser keeps nothing: answers that you do not send end with this page.'}
          <Button size="sm" variant="ghost" className="-mx-2" onPress={onRestart}>
            Start over
          </Button>
        </p>
      )}
    </form>
  )
}

function SectionBody({ section, filling, level }: { section: AskedSection; filling: Filling; level: 1 | 2 }) {
  const Heading = level === 1 ? 'h2' : 'h3'
  const id = useId()
  const { title, text } = section
  const questions = section.questions.filter(({ isHidden }) => !isHidden)
  if (title === '' && text === '' && questions.length === 0) return null
  return (
    <section {...(title === '' ? {} : { 'aria-labelledby': id })} className="flex flex-col gap-6">
      {(title !== '' || text !== '') && (
        <div className="flex flex-col gap-1.5">
          {title !== '' && (
            <Heading id={id} className="border-b border-line pb-1.5 text-lg font-semibold break-words">
              {title}
            </Heading>
          )}
          {text !== '' && <Markdown text={text} label={title || 'About this part'} />}
        </div>
      )}
      {questions.map((question) => (
        <Question key={question.field.id} question={question} filling={filling} />
      ))}
    </section>
  )
}

/** What only programs fill in: people neither see it nor hear of it, and the Tab key passes it by. */
function Trap({ ref }: { ref: React.Ref<HTMLInputElement> }) {
  return (
    <div aria-hidden="true" className="absolute -left-[9999px] h-px w-px overflow-hidden">
      <input ref={ref} type="text" name="website" tabIndex={-1} autoComplete="off" defaultValue="" />
    </div>
  )
}

/** How sending goes, and why it did not. */
function SendingState({ filling }: { filling: Filling }) {
  const isOnline = useOnline()
  const { wordsFor } = useFormHost()
  const { error, isSending, progress } = filling
  if (isSending) {
    return progress > 0 && progress < 1 ? (
      <ProgressBar label="Sending your files" value={Math.round(progress * 100)} />
    ) : null
  }
  if (!isOnline || error?.code === 'offline') {
    return (
      <Banner tone="warn" title="You are offline">
        {isOnline
          ? 'Nothing is lost: send your answers again.'
          : 'Nothing is lost: your answers stay here. Send them when you are back.'}
      </Banner>
    )
  }
  if (!error) return null
  return (
    <Banner tone="danger" title="This could not be sent">
      {wordsFor(error)} Your answers are still here.
    </Banner>
  )
}

function FormDone({ receipt, onAgain }: { receipt: Receipt; onAgain: () => void }) {
  const { thanks, redirect, allowsAnother, open } = receipt
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    box.current?.focus()
    box.current?.scrollIntoView({ block: 'center' })
    if (redirect) window.location.assign(redirect)
  }, [redirect])
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label="Sent"
      className="mt-6 flex flex-col items-start gap-5 rounded-control outline-none"
    >
      <div className="flex items-start gap-3">
        <CircleCheck aria-hidden className="mt-0.5 size-6 shrink-0 text-success-text" />
        {thanks === '' ? (
          <p className="text-base">Thank you. Your answers were sent.</p>
        ) : (
          <Markdown text={thanks} label="Message" />
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {redirect && (
          <ButtonLink href={redirect} variant="primary">
            Go on
          </ButtonLink>
        )}
        {allowsAnother && <Button onPress={onAgain}>Send another one</Button>}
        {open && <Button onPress={open}>Open the record</Button>}
      </div>
    </section>
  )
}
