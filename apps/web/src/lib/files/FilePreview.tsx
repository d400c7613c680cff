import { limits } from '@plinth/domain'
import { Minus, Plus } from 'lucide-react'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from '../../ui/IconButton.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import type { FileSource, ShownFile } from './file-source.ts'
import { type PreviewKind, previewKind } from './preview-kind.ts'
import { usePreview } from './use-preview.ts'
import { useSignedUrl } from './use-signed-url.ts'

/** Larger pictures and documents are not taken into memory. */
const mostBytes = limits.attachmentBytes

const isPlayed = (kind: PreviewKind): kind is 'audio' | 'video' => kind === 'audio' || kind === 'video'

interface PreviewProps {
  source: FileSource
  file: ShownFile
}

/** What a file shows of itself, large. */
export function FilePreview({ source, file }: PreviewProps) {
  const kind = previewKind(file.mime)
  const isStreamed = kind !== null && isPlayed(kind) && source.signedUrl !== undefined
  if (kind === null || (file.bytes > mostBytes && !isStreamed)) return <Message hasFailed />
  if (!isPlayed(kind)) return <Loaded source={source} file={file} kind={kind} />
  const Shown = isStreamed ? Streamed : Played
  return <Shown source={source} file={file} kind={kind} />
}

/** A picture or a document: read with the session, and shown from memory. */
function Loaded({ source, file, kind }: PreviewProps & { kind: 'picture' | 'pdf' }) {
  const { url, hasFailed } = usePreview(source, file.key, kind)
  const [isBroken, setBroken] = useState(false)
  if (!url || isBroken) return <Message hasFailed={hasFailed || isBroken} />
  if (kind === 'picture') return <Picture url={url} name={file.name} onBroken={() => setBroken(true)} />
  // No sandbox: Chromium runs its viewer in none. What is shown is a blob of type PDF, whatever storage calls it: never a page.
  // oxlint-disable-next-line react/iframe-missing-sandbox -- see above
  return <iframe src={url} title={file.name} className="min-h-0 flex-1 border-0 bg-surface" />
}

const steps = [1, 1.5, 2, 3, 4, 6, 8] as const

/** A picture as it fits into the window, or so many times larger: then it scrolls. */
function Picture({ url, name, onBroken }: { url: string; name: string; onBroken: () => void }) {
  const [step, setStep] = useState(0)
  /** Its width where it fits, in pixels. */
  const [width, setWidth] = useState(0)
  const fitted = useRef<HTMLImageElement>(null)
  const scale = steps[step] ?? 1
  const { area, centre, onScroll } = useMiddle(scale)
  const change = (by: number) => {
    if (fitted.current) setWidth(fitted.current.getBoundingClientRect().width)
    setStep(Math.min(steps.length - 1, Math.max(0, step + by)))
  }
  return (
    <div className="relative min-h-0 flex-1">
      {scale === 1 ? (
        <img
          ref={fitted}
          src={url}
          alt={name}
          onError={onBroken}
          className="absolute inset-4 m-auto max-h-[calc(100%-2rem)] max-w-[calc(100%-2rem)] rounded-control"
        />
      ) : (
        // What scrolls must be reached by the keyboard.
        <section
          ref={area}
          onScroll={onScroll}
          aria-label={`${name}, enlarged`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
          tabIndex={0}
          className="scroll-thin flex size-full overflow-auto p-4 outline-none focus-visible:ring-focus-inset"
        >
          <img
            src={url}
            alt={name}
            style={{ width: width * scale }}
            onLoad={centre}
            className="m-auto h-auto max-w-none shrink-0 rounded-control"
          />
        </section>
      )}
      <div className="absolute right-4 bottom-4 flex items-center gap-1 rounded-control bg-surface p-1 shadow-float">
        <IconButton
          label="Smaller"
          icon={<Minus aria-hidden />}
          isDisabled={step === 0}
          placement="top"
          onPress={() => change(-1)}
        />
        <output className="tabular w-12 text-center text-xs">{`${scale * 100} %`}</output>
        <IconButton
          label="Larger"
          icon={<Plus aria-hidden />}
          isDisabled={step === steps.length - 1}
          placement="top"
          onPress={() => change(1)}
        />
      </div>
    </div>
  )
}

/** Keeps in the middle what was there, where something becomes larger or smaller: at first its own middle. */
function useMiddle(scale: number) {
  const area = useRef<HTMLElement>(null)
  const middle = useRef({ x: 0.5, y: 0.5 })
  const centre = useCallback(() => {
    const { current: element } = area
    element?.scrollTo(
      middle.current.x * element.scrollWidth - element.clientWidth / 2,
      middle.current.y * element.scrollHeight - element.clientHeight / 2,
    )
  }, [])
  const onScroll = () => {
    const { current: element } = area
    if (!element) return
    middle.current = {
      x: (element.scrollLeft + element.clientWidth / 2) / element.scrollWidth,
      y: (element.scrollTop + element.clientHeight / 2) / element.scrollHeight,
    }
  }
  // Before the larger one is painted, and before it tells that it scrolled.
  useLayoutEffect(() => {
    if (scale === 1) middle.current = { x: 0.5, y: 0.5 }
    else centre()
  }, [scale, centre])
  return { area, centre, onScroll }
}

type PlayedKind = { kind: 'audio' | 'video' }

/** Sound and film are long: they come as they are played, from an address that works for a minute at a time. */
function Streamed({ source, file, kind }: PreviewProps & PlayedKind) {
  const { url, hasFailed, fail } = useSignedUrl(source, file.key)
  if (!url) return <Message hasFailed={hasFailed} />
  return <Player {...{ url, file, kind, fail }} />
}

/** Where there are no addresses they come as a whole, and are played from memory. */
function Played({ source, file, kind }: PreviewProps & PlayedKind) {
  const { url, hasFailed } = usePreview(source, file.key, 'played')
  const [isBroken, setBroken] = useState(false)
  if (!url || isBroken) return <Message hasFailed={hasFailed || isBroken} />
  return <Player {...{ url, file, kind }} fail={() => setBroken(true)} />
}

interface PlayerProps extends PlayedKind {
  url: string
  file: ShownFile
  fail: () => void
}

function Player({ url, file, kind, fail }: PlayerProps) {
  return (
    <div className="grid min-h-0 flex-1 place-items-center p-4">
      {kind === 'audio' ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- the files are people's own
        <audio controls src={url} aria-label={file.name} onError={fail} className="w-full max-w-xl" />
      ) : (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- the files are people's own
        <video controls src={url} aria-label={file.name} onError={fail} className="max-h-full max-w-full" />
      )}
    </div>
  )
}

function Message({ hasFailed }: { hasFailed: boolean }) {
  return (
    <div className="grid min-h-0 flex-1 place-items-center">
      <span className="rounded-control bg-surface px-3 py-2 text-sm text-ink-soft">
        {hasFailed ? 'This file cannot be shown here. Download it instead.' : <Spinner label="Loading" />}
      </span>
    </div>
  )
}
