import type { SharedForm } from '@plinth/domain'
import { useState } from 'react'
import { conditionsOver } from '../../lib/form/conditions.ts'
import { FormFill } from '../../lib/form/FormFill.tsx'
import { FormHostContext } from '../../lib/form/form-host.ts'
import { draftKey, shortMark } from '../../lib/form/kept-drafts.ts'
import { prefillQuery } from '../../lib/form/prefill-query.ts'
import { Logo } from '../../ui/Logo.tsx'
import { sectionsOfShared } from './shared-form.ts'
import { type SharedSource, sharedHost } from './shared-host.ts'

const noDefaults = {}

/** A form that whoever has its link fills in. */
export default function SharedFormPage({
  form,
  isEmbedded,
  ...source
}: SharedSource & { form: SharedForm; isEmbedded: boolean }) {
  const { token, page } = source
  const [query] = useState(() => prefillQuery())
  // One for as long as the page is open: what it has sent it does not send again.
  const [host] = useState(() => sharedHost(source))
  const [{ sections, holds }] = useState(() => readForm(form, page.timeZone))
  return (
    <FormHostContext value={host}>
      <div className="flex h-full min-h-0 flex-col bg-page">
        <main
          id="main"
          // Reached by Tab, so that keys scroll it where nothing in it can have the focus.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
          tabIndex={0}
          className="scroll-thin relative flex min-h-0 flex-1 flex-col overflow-auto outline-none focus-visible:ring-focus-inset sm:px-6"
        >
          <FormFill
            title={form.title ?? page.name}
            intro={form.intro ?? ''}
            submitLabel={form.submitLabel ?? ''}
            level={1}
            sections={sections}
            pace={form.pace}
            holds={holds}
            defaults={noDefaults}
            draftKey={draftKey({ link: shortMark(token) }, query)}
            query={query}
          />
          {!isEmbedded && (
            <footer className="mt-auto flex justify-center pb-6 max-sm:pt-4">
              <Logo />
            </footer>
          )}
        </main>
      </div>
    </FormHostContext>
  )
}

/** What is asked, and when. */
function readForm(form: SharedForm, timeZone: string) {
  const sections = sectionsOfShared(form)
  const fields = sections.flatMap(({ questions }) => questions.map(({ field }) => field))
  return { sections, holds: conditionsOver(fields, { timeZone, me: null, role: null, roles: [] }) }
}
