import { Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { countOf } from '../../lib/count-of.ts'
import { ErrorNote } from '../../lib/ErrorNote.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { durationOf } from './choice-labels.ts'
import type { ImportController } from './import-controller.ts'
import type { UploadState } from './import-state.ts'

const counts = new Intl.NumberFormat('en-US')

export function UploadStep({ state }: { state: UploadState }) {
  const { progress, totalRows, failure } = state
  const { sentRows, status, error } = progress
  return (
    <div className="flex flex-col gap-3 pb-1">
      <ProgressBar
        label={`${counts.format(sentRows)} of ${countOf(totalRows, 'row')}`}
        value={sentRows}
        max={totalRows}
        tone={failure ? 'danger' : status === 'paused' ? 'warn' : 'accent'}
      />
      <p className="tabular text-sm text-ink-muted">{paceText(state)}</p>
      {failure ? (
        <ErrorNote error={failure} />
      ) : (
        error && <TroubleNote message={error.message} isPaused={status === 'paused'} />
      )}
    </div>
  )
}

function TroubleNote({ message, isPaused }: { message: string; isPaused: boolean }) {
  return (
    <Banner tone="warn" title={isPaused ? 'Paused' : 'Trying again'}>
      {message} {isPaused ? 'Nothing is lost: resume when it is back.' : 'Nothing is lost.'}
    </Banner>
  )
}

function paceText({ progress, totalRows, failure, isEnding }: UploadState): string {
  const { sentRows, activeMs, status } = progress
  if (isEnding) return 'Ending the import …'
  if (failure) return `${countOf(sentRows, 'row')} had arrived.`
  if (status === 'paused') return 'Paused.'
  if (sentRows === 0 || activeMs < 500) return 'Sending the first rows …'
  if (sentRows >= totalRows) return 'Finishing …'
  const pace = sentRows / (activeMs / 1000)
  const left = (totalRows - sentRows) / pace
  return `${counts.format(Math.round(pace))} rows a second, about ${durationOf(left)} left.`
}

/** Pause, go on, end: ending asks what is to become of the rows that arrived. */
export function UploadFooter({ state, controller }: { state: UploadState; controller: ImportController }) {
  const [isAsking, setIsAsking] = useState(false)
  const { progress, failure, isEnding } = state
  const isPaused = progress.status === 'paused'
  if (isAsking || failure) {
    return (
      <>
        {!failure && (
          <Button
            variant="ghost"
            isDisabled={isEnding}
            onPress={() => {
              setIsAsking(false)
              controller.resume()
            }}
          >
            Go on importing
          </Button>
        )}
        <Button variant="danger-ghost" isPending={isEnding} onPress={() => void controller.cancel(true)}>
          {state.isNewTable ? 'Discard the table' : `Discard ${countOf(progress.inserted, 'new row')}`}
        </Button>
        <Button isDisabled={isEnding} onPress={() => void controller.cancel(false)}>
          {`Keep ${countOf(progress.sentRows, 'row')}`}
        </Button>
      </>
    )
  }
  return (
    <>
      <Button
        variant="ghost"
        onPress={() => {
          controller.pause()
          setIsAsking(true)
        }}
      >
        Cancel
      </Button>
      {isPaused ? (
        <Button variant="primary" icon={<Play aria-hidden />} onPress={() => controller.resume()}>
          Resume
        </Button>
      ) : (
        <Button icon={<Pause aria-hidden />} onPress={() => controller.pause()}>
          Pause
        </Button>
      )}
    </>
  )
}
