import { describe, expect, it } from 'vitest'
import { helpSheet } from './help-sheet.ts'
import type { KeyPress } from './key-press.ts'
import { commandOf, type KeyContext, type KeyMeaning } from './keymap.ts'
import { shortcuts } from './shortcuts.ts'

const cell: KeyContext = {
  isMac: false,
  isRtl: false,
  stop: 'cell',
  isCheck: false,
  cellCount: 1,
  columnCount: 1,
  hasChosenRows: false,
  isGroupCollapsed: false,
}
const many: KeyContext = { ...cell, cellCount: 6, columnCount: 2 }
const gutter: KeyContext = { ...cell, stop: 'gutter', cellCount: 0, columnCount: 0 }
const mac: KeyContext = { ...cell, isMac: true }

/** `Ctrl+Shift+z`: keys held, then what the key gives. */
function press(chord: string, more: Partial<KeyPress> = {}): KeyPress {
  const names = chord.split('+')
  return {
    key: names.at(-1) || '+',
    code: '',
    isCtrl: names.includes('Ctrl'),
    isMeta: names.includes('Meta'),
    isShift: names.includes('Shift'),
    isAlt: names.includes('Alt'),
    isAltGraph: false,
    isComposing: false,
    ...more,
  }
}

function meaning(chord: string, context = cell, more: Partial<KeyPress> = {}): unknown {
  const found: KeyMeaning | null = commandOf(press(chord, more), context)
  return found && (found.kind === 'move' ? found.move : found.command)
}

const group = (isGroupCollapsed: boolean, isRtl = false): KeyContext => ({
  ...cell,
  stop: { group: 'g' },
  isGroupCollapsed,
  isRtl,
})
const ways = (isMac: boolean, name: string) =>
  helpSheet(isMac)
    .flatMap(({ lines }) => lines)
    .find((line) => line.name === name)?.ways
const edit = (text: string | null) => ({ kind: 'edit', text })

describe('commandOf', () => {
  it.each([
    ['Enter', edit(null)],
    ['F2', edit(null)],
    ['x', edit('x')],
    ['ß', edit('ß')],
    ['Shift+X', edit('X')],
    ['7', edit('7')],
    ['+', edit('+')],
    ['👍🏽', edit('👍🏽')],
    ['Shift+Enter', { kind: 'add-row', where: 'below' }],
    ['Delete', { kind: 'clear' }],
    ['Backspace', { kind: 'clear' }],
    [' ', { kind: 'open' }],
    ['Shift+ ', { kind: 'select-rows' }],
    ['Ctrl+ ', { kind: 'select-columns' }],
    ['Ctrl+a', { kind: 'select-all' }],
    ['Ctrl+z', { kind: 'undo' }],
    ['Ctrl+Shift+Z', { kind: 'redo' }],
    ['Ctrl+y', { kind: 'redo' }],
    ['Ctrl+d', { kind: 'fill', direction: 'down' }],
    ['Ctrl+f', { kind: 'find' }],
    ['Ctrl+/', { kind: 'help' }],
    ['Ctrl+;', { kind: 'insert-now', what: 'date' }],
    ['Ctrl+Shift+:', { kind: 'insert-now', what: 'time' }],
    ['Shift+F10', { kind: 'menu', at: null }],
    ['ContextMenu', { kind: 'menu', at: null }],
    ['Escape', { kind: 'escape' }],
    ['Ctrl+Shift+ArrowLeft', { kind: 'arrow', direction: 'left', isFar: true, isExtending: true }],
    ['Alt+PageDown', { kind: 'page', direction: 'right', isExtending: false }],
    ['Tab', { kind: 'next', along: 'rows', by: 1 }],
  ])('%s on a cell means %j', (chord, expected) => {
    expect(meaning(chord)).toEqual(expected)
  })

  it.each([
    'Ctrl+c',
    'Ctrl+x',
    'Ctrl+v',
    'Ctrl+r',
    'Ctrl+-',
    'Ctrl+Enter',
    'F5',
    'Shift',
    'Alt+x',
    'Meta+x',
    'Ctrl+t',
  ])('leaves %s on one cell to the browser', (chord) => {
    expect(meaning(chord)).toBeNull()
  })

  it('has other meanings while several cells are selected', () => {
    expect(meaning('Enter', many)).toEqual({ kind: 'next', along: 'columns', by: 1 })
    expect(meaning('Shift+Enter', many)).toEqual({ kind: 'next', along: 'columns', by: -1 })
    expect(meaning('Ctrl+Enter', many)).toEqual({ kind: 'fill-all' })
    expect(meaning('Ctrl+r', many)).toEqual({ kind: 'fill', direction: 'right' })
    expect(meaning('Escape', many)).toEqual({ kind: 'collapse' })
    expect(meaning('F2', many)).toEqual(edit(null))
  })

  it('toggles a checkbox with Space', () => {
    expect(meaning(' ', { ...cell, isCheck: true })).toEqual({ kind: 'toggle' })
  })

  it('acts on the row in the gutter, and types nothing there', () => {
    expect(meaning(' ', gutter)).toEqual({ kind: 'toggle-row' })
    expect(meaning('Shift+ ', gutter)).toEqual({ kind: 'toggle-row' })
    expect(meaning('Enter', gutter)).toEqual({ kind: 'open' })
    expect(meaning('Ctrl+-', gutter)).toEqual({ kind: 'delete-rows' })
    expect(meaning('Ctrl+-', { ...many, hasChosenRows: true })).toEqual({ kind: 'delete-rows' })
    expect(['a', 'Delete', 'F2', 'Ctrl+d'].map((chord) => meaning(chord, gutter))).toEqual(
      Array(4).fill(null),
    )
  })

  it('adds a record on the last line, and nothing else', () => {
    const line: KeyContext = { ...cell, stop: 'add-row' }
    expect(meaning('Enter', line)).toEqual({ kind: 'add-row', where: 'end' })
    expect(meaning(' ', line)).toEqual({ kind: 'add-row', where: 'end' })
    expect(['a', 'Delete', 'F2', 'Shift+F10'].map((chord) => meaning(chord, line))).toEqual(
      Array(4).fill(null),
    )
  })

  it('opens and closes a group from its heading', () => {
    const toggle = { kind: 'toggle-group', key: 'g' }
    expect(meaning('Enter', group(false))).toEqual(toggle)
    expect(meaning(' ', group(true))).toEqual(toggle)
    expect(meaning('ArrowRight', group(true))).toEqual(toggle)
    expect(meaning('ArrowRight', group(false))).not.toEqual(toggle)
    expect(meaning('ArrowLeft', group(false))).toEqual(toggle)
    expect(meaning('ArrowLeft', group(true, true))).toEqual(toggle)
    expect(meaning('a', group(true))).toBeNull()
  })

  it('mirrors the arrows where columns run from right to left', () => {
    expect(meaning('ArrowLeft', { ...cell, isRtl: true })).toMatchObject({ direction: 'right' })
    expect(meaning('Shift+ArrowRight', { ...cell, isRtl: true })).toMatchObject({ direction: 'left' })
  })

  it('takes Command on a Mac, and Ctrl only for the column', () => {
    expect(meaning('Meta+z', mac)).toEqual({ kind: 'undo' })
    expect(meaning('Meta+Shift+z', mac)).toEqual({ kind: 'redo' })
    expect(meaning('Meta+ArrowDown', mac)).toMatchObject({ isFar: true })
    expect(meaning('Ctrl+ ', mac)).toEqual({ kind: 'select-columns' })
    expect(meaning('Ctrl+z', mac)).toBeNull()
    expect(meaning('Alt+@', mac)).toEqual(edit('@'))
  })

  it('takes what AltGr types as typed, though Ctrl and Alt seem held', () => {
    expect(meaning('Ctrl+Alt+@', cell, { isAltGraph: true })).toEqual(edit('@'))
    expect(meaning('Ctrl+Alt+@')).toBeNull()
  })

  it('takes letters by their place on keyboards of other scripts', () => {
    expect(meaning('Ctrl+я', cell, { code: 'KeyZ' })).toEqual({ kind: 'undo' })
    expect(meaning('я', cell, { code: 'KeyZ' })).toEqual(edit('я'))
  })

  it.each([press('Process'), press('Dead'), press('k', { isComposing: true })])(
    'opens an editor for a composition and lets it go on: %j',
    (key) => {
      expect(commandOf(key, cell)).toEqual({ kind: 'command', command: edit(null), isComposition: true })
      expect(commandOf(key, gutter)).toBeNull()
    },
  )
})

describe('the help sheet', () => {
  it('tells every shortcut, each line once', () => {
    const names = helpSheet(false).flatMap(({ lines }) => lines.map(({ name }) => name))
    expect(new Set(names)).toEqual(new Set(shortcuts.map(({ name }) => name)))
    expect(names.length).toBe(new Set(names).size)
  })

  it('names the keys as they are on the machine', () => {
    expect(ways(false, 'Redo')).toEqual([
      ['Ctrl', 'Y'],
      ['Ctrl', 'Shift', 'Z'],
    ])
    expect(ways(true, 'Select the column')).toEqual([['⌃', 'Space']])
    expect(ways(false, 'Make the selection larger or smaller')).toEqual([['Shift', 'Arrow keys']])
  })

  it('has no key that two shortcuts claim for the same place', () => {
    const claims = shortcuts.flatMap(({ keys, where }) => keys.map((key) => `${where} ${key}`))
    expect(claims.filter((claim, order) => claims.indexOf(claim) !== order)).toEqual([])
  })
})
