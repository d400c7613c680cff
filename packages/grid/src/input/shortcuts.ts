/** Every shortcut of the grid: what the keys do and what the help sheet says come from this one table. */
import type { Direction, GridCommand } from '../model/grid-command.ts'
import type { GridMove } from './grid-move.ts'
import { anyCharacter, composition } from './key-press.ts'

type ShortcutGroup = 'Move' | 'Find' | 'Select' | 'Edit' | 'Fill and copy' | 'Records' | 'Columns' | 'Help'

/** Where a shortcut holds: what has the focus, and how much is selected. */
export type ShortcutPlace =
  | 'anywhere'
  /** A cell, be others selected or not. */
  | 'cell'
  | 'single-cell'
  | 'checkbox'
  /** A cell, and others are selected too. */
  | 'many'
  /** Whatever has the focus: there is more than one cell to deselect. */
  | 'selected'
  /** Several columns of cells are selected. */
  | 'wide'
  /** The gutter: a row as a whole. */
  | 'gutter'
  | 'row'
  /** A column's heading: an element of the owner, who acts on these keys. */
  | 'heading'
  /** Rows are chosen, or the focus is in the gutter. */
  | 'rows'
  | 'add-row'
  | 'group'
  | 'collapsed-group'
  | 'open-group'

export type ShortcutDoes =
  | { readonly move: GridMove }
  | { readonly command: GridCommand }
  | { readonly does: 'type' | 'compose' | 'toggle-group' }
  /** The browser tells it in its own way: the clipboard's events. */
  | { readonly does: 'browser' }
  /** The owner of the headings, or of the page around, does it. */
  | { readonly does: 'owner' }

export interface Shortcut {
  readonly group: ShortcutGroup
  /** What it does, in plain words; entries of one name are one line of the sheet. */
  readonly name: string
  /** Chords as `chordOf` makes them. */
  readonly keys: readonly string[]
  readonly where: ShortcutPlace
  readonly action: ShortcutDoes
}

const moves = (
  group: ShortcutGroup,
  name: string,
  each: readonly (readonly [chord: string, move: GridMove])[],
): Shortcut[] =>
  each.map(([chord, move]) => ({ group, name, keys: [chord], where: 'anywhere', action: { move } }))

const does = (
  group: ShortcutGroup,
  name: string,
  [where, keys, command]: readonly [ShortcutPlace, readonly string[], GridCommand],
): Shortcut => ({ group, name, keys, where, action: { command } })

const onHeading = (name: string, keys: readonly string[]): Shortcut[] => [
  { group: 'Columns', name, keys, where: 'heading', action: { does: 'owner' } },
]

const arrows = [
  ['ArrowUp', 'up'],
  ['ArrowDown', 'down'],
  ['ArrowLeft', 'left'],
  ['ArrowRight', 'right'],
] as const satisfies readonly (readonly [string, Direction])[]

const byArrows = (held: string, isFar: boolean, isExtending: boolean) =>
  arrows.map(([key, direction]) => [held + key, { kind: 'arrow', direction, isFar, isExtending }] as const)

const byPages = (held: string, isSideways: boolean, isExtending: boolean) =>
  (['PageUp', 'PageDown'] as const).map((key) => {
    const isBack = key === 'PageUp'
    const direction: Direction = isSideways ? (isBack ? 'left' : 'right') : isBack ? 'up' : 'down'
    return [held + key, { kind: 'page', direction, isExtending }] as const
  })

const byEnds = (held: string, of: 'row' | 'table', isExtending: boolean) =>
  (['Home', 'End'] as const).map(
    (key) => [held + key, { kind: 'end', of, isFirst: key === 'Home', isExtending }] as const,
  )

/** Of several that a key could mean, one for a place goes before one for anywhere, then the first whose place it is. */
export const shortcuts: readonly Shortcut[] = [
  ...moves('Move', 'To the next cell', byArrows('', false, false)),
  ...moves('Move', 'To the edge of what is filled in', byArrows('Mod+', true, false)),
  ...moves('Move', 'To the first or last cell of the row', byEnds('', 'row', false)),
  ...moves('Move', 'To the first or last cell of the table', byEnds('Mod+', 'table', false)),
  ...moves('Move', 'A page up or down', byPages('', false, false)),
  ...moves('Move', 'A page sideways', byPages('Alt+', true, false)),
  ...moves('Move', 'On to the next cell, or back', [
    ['Tab', { kind: 'next', along: 'rows', by: 1 }],
    ['Shift+Tab', { kind: 'next', along: 'rows', by: -1 }],
  ]),
  {
    group: 'Move',
    name: 'Down or up within several selected cells',
    keys: ['Enter'],
    where: 'many',
    action: { move: { kind: 'next', along: 'columns', by: 1 } },
  },
  {
    group: 'Move',
    name: 'Down or up within several selected cells',
    keys: ['Shift+Enter'],
    where: 'many',
    action: { move: { kind: 'next', along: 'columns', by: -1 } },
  },
  {
    group: 'Move',
    name: 'Into the note about many changes that are under way, and back',
    keys: ['F6'],
    where: 'anywhere',
    action: { does: 'owner' },
  },
  does('Find', 'Find a text: go to the cells that hold it', ['anywhere', ['Mod+F'], { kind: 'find' }]),
  does('Find', 'To the next match', ['anywhere', ['F3', 'Mod+G'], { kind: 'find-next' }]),
  does('Find', 'To the match before', ['anywhere', ['Shift+F3', 'Mod+Shift+G'], { kind: 'find-previous' }]),
  does('Find', 'Search: show only the records that hold some words', [
    'anywhere',
    ['Mod+Shift+F'],
    { kind: 'search' },
  ]),
  ...moves('Select', 'Make the selection larger or smaller', byArrows('Shift+', false, true)),
  ...moves('Select', 'Select to the edge of what is filled in', byArrows('Mod+Shift+', true, true)),
  ...moves('Select', 'Select to the first or last cell of the row', byEnds('Shift+', 'row', true)),
  ...moves('Select', 'Select to the first or last cell of the table', byEnds('Mod+Shift+', 'table', true)),
  ...moves('Select', 'Select a page up or down', byPages('Shift+', false, true)),
  ...moves('Select', 'Select a page sideways', byPages('Alt+Shift+', true, true)),
  ...moves('Select', 'Select everything', [['Mod+A', { kind: 'select-all' }]]),
  ...moves('Select', 'Select the column', [['Ctrl+Space', { kind: 'select-columns' }]]),
  {
    group: 'Select',
    name: 'Select the row',
    keys: ['Shift+Space'],
    where: 'cell',
    action: { move: { kind: 'select-rows' } },
  },
  {
    group: 'Select',
    name: 'Select or deselect the row, on its number',
    keys: ['Space', 'Shift+Space'],
    where: 'gutter',
    action: { move: { kind: 'toggle-row' } },
  },
  {
    group: 'Select',
    name: 'Only the current cell',
    keys: ['Escape'],
    where: 'selected',
    action: { move: { kind: 'collapse' } },
  },
  {
    group: 'Edit',
    name: 'Edit the cell, what it holds is kept',
    keys: ['Enter'],
    where: 'single-cell',
    action: { command: { kind: 'edit', text: null } },
  },
  does('Edit', 'Edit the cell, what it holds is kept', ['cell', ['F2'], { kind: 'edit', text: null }]),
  {
    group: 'Edit',
    name: 'Edit the cell, begin anew with what is typed',
    keys: [anyCharacter],
    where: 'cell',
    action: { does: 'type' },
  },
  {
    group: 'Edit',
    name: 'Edit the cell, begin anew with what is typed',
    keys: [composition],
    where: 'cell',
    action: { does: 'compose' },
  },
  does('Edit', 'Empty the cells', ['cell', ['Delete', 'Backspace'], { kind: 'clear' }]),
  does('Edit', 'Check or uncheck, on a checkbox', ['checkbox', ['Space'], { kind: 'toggle' }]),
  does('Edit', "Enter today's date", ['cell', ['Mod+;'], { kind: 'insert-now', what: 'date' }]),
  does('Edit', 'Enter the time', ['cell', ['Mod+:'], { kind: 'insert-now', what: 'time' }]),
  does('Edit', 'Leave the cell as it was', ['anywhere', ['Escape'], { kind: 'escape' }]),
  does('Edit', 'Undo', ['anywhere', ['Mod+Z'], { kind: 'undo' }]),
  does('Edit', 'Redo', ['anywhere', ['Mod+Y', 'Mod+Shift+Z'], { kind: 'redo' }]),
  ...(['Copy', 'Cut', 'Paste'] as const).map(
    (name): Shortcut => ({
      group: 'Fill and copy',
      name,
      keys: [{ Copy: 'Mod+C', Cut: 'Mod+X', Paste: 'Mod+V' }[name]],
      where: 'anywhere',
      action: { does: 'browser' },
    }),
  ),
  does('Fill and copy', 'Fill down with the first row', [
    'cell',
    ['Mod+D'],
    { kind: 'fill', direction: 'down' },
  ]),
  // With one column there is nothing to fill, and the browser's own meaning of the key is worth keeping.
  does('Fill and copy', 'Fill to the right with the first of several columns', [
    'wide',
    ['Mod+R'],
    { kind: 'fill', direction: 'right' },
  ]),
  does('Fill and copy', 'Fill all selected cells with the current one', [
    'many',
    ['Mod+Enter'],
    { kind: 'fill-all' },
  ]),
  does('Records', 'Open the record', ['cell', ['Space'], { kind: 'open' }]),
  does('Records', 'Open the record, on its number', ['gutter', ['Enter'], { kind: 'open' }]),
  does('Records', 'Add a record below', ['row', ['Shift+Enter'], { kind: 'add-row', where: 'below' }]),
  does('Records', 'Add a record, on the last line', [
    'add-row',
    ['Enter', 'Space', 'Shift+Enter'],
    { kind: 'add-row', where: 'end' },
  ]),
  // Elsewhere the key makes the page smaller, which people with poor sight need.
  does('Records', 'Delete the selected records', ['rows', ['Mod+-'], { kind: 'delete-rows' }]),
  does('Records', 'Menu of the record', ['row', ['Shift+F10', 'ContextMenu'], { kind: 'menu', at: null }]),
  {
    group: 'Records',
    name: 'Open or close the group, on its heading',
    keys: ['Enter', 'Space'],
    where: 'group',
    action: { does: 'toggle-group' },
  },
  {
    group: 'Records',
    name: 'Open or close the group, on its heading',
    keys: ['ArrowRight'],
    where: 'collapsed-group',
    action: { does: 'toggle-group' },
  },
  {
    group: 'Records',
    name: 'Open or close the group, on its heading',
    keys: ['ArrowLeft'],
    where: 'open-group',
    action: { does: 'toggle-group' },
  },
  ...onHeading('Menu of the column, on its heading', ['Enter', 'Space', 'Shift+F10']),
  ...onHeading('Select the column, on its heading', ['Ctrl+Space']),
  ...onHeading('Select the columns beside it too, on a heading', ['Shift+ArrowLeft', 'Shift+ArrowRight']),
  ...([-1, 1] as const).flatMap((by) => {
    const chord = by < 0 ? 'Alt+Shift+ArrowLeft' : 'Alt+Shift+ArrowRight'
    return does('Columns', 'Move the column to the left or to the right', [
      'cell',
      [chord],
      { kind: 'shift-columns', by },
    ])
  }),
  ...([-1, 1] as const).flatMap((by) => {
    const chord = by < 0 ? 'Alt+Shift+ArrowUp' : 'Alt+Shift+ArrowDown'
    return does('Records', 'Move the record up or down, in a view ordered by hand', [
      'row',
      [chord],
      { kind: 'shift-rows', by },
    ])
  }),
  does('Help', 'Show these shortcuts', ['anywhere', ['Mod+/'], { kind: 'help' }]),
]
