/** Forms as the people of a base meet them: those that they send themselves, and the files that came with what others sent. */
import { filesHeld } from './held-files.ts'
import { formSent, gridSent } from './member-forms.ts'
import type { Surface } from './surface.ts'

export const forms: Surface = {
  name: 'forms',
  writes: true,
  async probe(prober, table) {
    for (const form of prober.random.some([formSent, formSent, gridSent, filesHeld], 2))
      await form(prober, table)
  },
}
