import { type FormPace, isRedirect, limits } from '@plinth/domain'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { buttonClass } from '../../../../ui/Button.tsx'
import { cx } from '../../../../ui/cx.ts'
import { Select } from '../../../../ui/Select.tsx'
import { Switch } from '../../../../ui/Switch.tsx'
import { TextArea } from '../../../../ui/TextArea.tsx'
import { TextField } from '../../../../ui/TextField.tsx'
import { useBuilding } from './builder-context.ts'

type After = 'thanks' | 'redirect'

/** The button, and how the form goes on from there. */
export function FormEnding() {
  const { settings, change } = useBuilding()
  const [after, setAfter] = useState<After>(settings.redirect ? 'redirect' : 'thanks')
  return (
    <>
      <div className="mt-7 flex">
        <label className={buttonClass('primary', 'lg', 'cursor-text! focus-within:ring-focus')}>
          <Send aria-hidden />
          <input
            aria-label="Words on the button"
            placeholder="Send"
            maxLength={limits.nameLength}
            value={settings.submitLabel ?? ''}
            onChange={({ target }) => change({ submitLabel: target.value || undefined }, true)}
            className="field-sizing-content max-w-80 min-w-10 bg-transparent coarse:h-11 coarse:min-w-11 text-sm font-medium text-inherit outline-none placeholder:text-inherit"
          />
        </label>
      </div>
      <section
        aria-labelledby="form-ending"
        className={cx('mt-8 flex flex-col gap-4 border-t border-line pt-6')}
      >
        <h2 id="form-ending" className="text-base font-semibold">
          How it is asked, and what follows
        </h2>
        <Select<FormPace>
          label="Questions"
          options={[
            { id: 'page', label: 'All on one page' },
            { id: 'steps', label: 'A section at a time' },
          ]}
          value={settings.pace ?? 'page'}
          onChange={(pace) => change({ pace: pace === 'page' ? undefined : pace })}
          className="max-w-80"
        />
        <Select<After>
          label="When it is sent"
          options={[
            { id: 'thanks', label: 'Say something' },
            { id: 'redirect', label: 'Open an address' },
          ]}
          value={after}
          onChange={(next) => {
            setAfter(next)
            if (next === 'thanks') change({ redirect: undefined })
          }}
          className="max-w-80"
        />
        {after === 'thanks' ? (
          <TextArea
            label="What is said"
            description="Markdown. Without a text, people are thanked."
            rows={2}
            maxLength={limits.formTextLength}
            value={settings.thanks ?? ''}
            onChange={(text) => change({ thanks: text || undefined }, true)}
          />
        ) : (
          <Redirect />
        )}
        <Switch
          isSelected={settings.allowsAnother ?? false}
          onChange={(isOn) => change({ allowsAnother: isOn || undefined })}
        >
          Offer to send another one
        </Switch>
      </section>
    </>
  )
}

/** An address that is none yet stays here, and is no part of the form. */
function Redirect() {
  const { settings, change } = useBuilding()
  const [text, setText] = useState(settings.redirect ?? '')
  const [isLeft, setLeft] = useState(false)
  const isWrong = text !== '' && !isRedirect(text)
  return (
    <TextField
      label="Address"
      type="url"
      placeholder="https://example.org/thanks"
      value={text}
      maxLength={limits.urlLength}
      onChange={setText}
      onBlur={() => {
        setLeft(true)
        change({ redirect: isRedirect(text) ? text : undefined })
      }}
      {...(isLeft && isWrong ? { errorMessage: 'It has to begin with https://' } : {})}
    />
  )
}
