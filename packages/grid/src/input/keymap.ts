/** What a key means where it was pressed. Pure: whoever has the focus acts on the answer. */
import type { GridCommand } from '../model/grid-command.ts'
import type { GridStop } from '../model/selection.ts'
import type { GridMove } from './grid-move.ts'
import { anyCharacter, chordOf, composition, isComposed, isTyped, type KeyPress } from './key-press.ts'
import { type Shortcut, type ShortcutPlace, shortcuts } from './shortcuts.ts'

export interface KeyContext {
  readonly isMac: boolean
  /** Columns run from right to left: the left arrow goes to the next one. */
  readonly isRtl: boolean
  readonly stop: GridStop
  /** The cell with the cursor is a checkbox. */
  readonly isCheck: boolean
  /** How many cells are selected: enough to know is none, one, or more. */
  readonly cellCount: number
  /** Of how many columns the selected cells are. */
  readonly columnCount: number
  readonly hasChosenRows: boolean
  /** Whether the group whose heading has the focus is closed. */
  readonly isGroupCollapsed: boolean
}

export type KeyMeaning =
  | { readonly kind: 'move'; readonly move: GridMove }
  /** `isComposition`: the key must go on to the editor that opens, for the input method. */
  | { readonly kind: 'command'; readonly command: GridCommand; readonly isComposition: boolean }

/** Null: the key is the browser's own. */
export function commandOf(press: KeyPress, context: KeyContext): KeyMeaning | null {
  const shortcut = shortcutOf(context.isRtl ? mirrored(press) : press, context)
  if (shortcut === null) return null
  const { action } = shortcut
  if ('move' in action) return { kind: 'move', move: action.move }
  if ('command' in action) return asCommand(action.command)
  switch (action.does) {
    case 'type':
      return asCommand({ kind: 'edit', text: press.key })
    case 'compose':
      return { kind: 'command', command: { kind: 'edit', text: null }, isComposition: true }
    case 'toggle-group':
      return typeof context.stop === 'object'
        ? asCommand({ kind: 'toggle-group', key: context.stop.group })
        : null
    case 'browser':
    case 'owner':
      return null
  }
}

function asCommand(command: GridCommand): KeyMeaning {
  return { kind: 'command', command, isComposition: false }
}

function shortcutOf(press: KeyPress, context: KeyContext): Shortcut | null {
  const chords = chordsOf(press, context.isMac)
  for (const chord of chords) {
    const found = byChord.get(chord)?.find(({ where }) => holds(where, context))
    if (found) return found
  }
  return null
}

function chordsOf(press: KeyPress, isMac: boolean): readonly string[] {
  if (isComposed(press)) return press.isCtrl || press.isMeta ? [] : [composition]
  if (press.isAltGraph && isTyped(press, isMac)) return [anyCharacter]
  const chord = chordOf(press, isMac)
  // `Ctrl` in the table is that key on every machine.
  const chords = isMac ? [chord] : [chord, chord.replace(/^Mod\b/, 'Ctrl')]
  return isTyped(press, isMac) ? [...chords, anyCharacter] : chords
}

function mirrored(press: KeyPress): KeyPress {
  const other = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }[press.key]
  return other === undefined ? press : { ...press, key: other }
}

function holds(where: ShortcutPlace, context: KeyContext): boolean {
  const { stop, cellCount, hasChosenRows } = context
  const isCell = stop === 'cell'
  switch (where) {
    case 'anywhere':
      return true
    case 'cell':
      return isCell
    case 'single-cell':
      return isCell && cellCount <= 1
    case 'checkbox':
      return isCell && context.isCheck
    case 'many':
      return isCell && cellCount > 1
    case 'selected':
      return cellCount > 1
    case 'wide':
      return isCell && context.columnCount > 1
    case 'gutter':
      return stop === 'gutter'
    case 'row':
      return isCell || stop === 'gutter'
    case 'rows':
      return hasChosenRows || stop === 'gutter'
    case 'heading':
      return false
    case 'add-row':
      return stop === 'add-row'
    case 'group':
      return typeof stop === 'object'
    case 'collapsed-group':
      return typeof stop === 'object' && context.isGroupCollapsed
    case 'open-group':
      return typeof stop === 'object' && !context.isGroupCollapsed
  }
}

/** The narrower a place, the earlier it is asked for. */
function breadth(where: ShortcutPlace): number {
  switch (where) {
    case 'anywhere':
      return 2
    case 'cell':
    case 'row':
    case 'rows':
      return 1
    default:
      return 0
  }
}

const byChord = groupByChord()

function groupByChord(): ReadonlyMap<string, readonly Shortcut[]> {
  const groups = new Map<string, Shortcut[]>()
  for (const shortcut of [...shortcuts].sort((one, other) => breadth(one.where) - breadth(other.where))) {
    for (const chord of shortcut.keys) groups.set(chord, [...(groups.get(chord) ?? []), shortcut])
  }
  return groups
}
