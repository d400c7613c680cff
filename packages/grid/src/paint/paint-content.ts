/** What a cell shows: one way of painting for each kind. */
import type { CellContent } from '../model/cell-content.ts'
import type { CellBox, PaintKit } from './kit.ts'
import { paintCheck } from './paint-check.ts'
import { paintChips } from './paint-chips.ts'
import { paintError } from './paint-error.ts'
import { paintFiles } from './paint-files.ts'
import { paintPeople } from './paint-people.ts'
import { paintRating } from './paint-rating.ts'
import { paintLink, paintText } from './paint-text.ts'

export function paintContent(kit: PaintKit, content: CellContent, box: CellBox): void {
  switch (content.kind) {
    case 'empty':
      return
    case 'text':
      return paintText(kit, content, box)
    case 'link':
      return paintLink(kit, content, box)
    case 'check':
      return paintCheck(kit, content.isChecked, box)
    case 'chips':
      return paintChips(kit, content, box)
    case 'people':
      return paintPeople(kit, content.people, box)
    case 'files':
      return paintFiles(kit, content.files, box)
    case 'rating':
      return paintRating(kit, content.value, content.max, box)
    case 'error':
      return paintError(kit, content.text, box)
  }
}
