/** The table of shortcuts as people read it: groups of lines, with the names that are on the keys. */
import { anyCharacter, composition } from './key-press.ts'
import { shortcuts } from './shortcuts.ts'

export interface HelpGroup {
  readonly title: string
  readonly lines: readonly HelpLine[]
}

interface HelpLine {
  readonly name: string
  /** Each a way to do it: keys to hold, then the one to press. */
  readonly ways: readonly (readonly string[])[]
}

const arrows = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']

export function helpSheet(isMac: boolean): readonly HelpGroup[] {
  const groups = new Map<string, Map<string, string[]>>()
  for (const { group, name, keys } of shortcuts) {
    const lines = groups.get(group) ?? new Map<string, string[]>()
    groups.set(group, lines)
    // How characters come to be is no other way of typing them.
    const told = keys.filter((chord) => chord !== composition)
    lines.set(name, [...(lines.get(name) ?? []), ...told])
  }
  return [...groups].map(([title, lines]) => ({
    title,
    lines: [...lines].map(([name, chords]) => ({
      name,
      ways: joinArrows([...new Set(chords)]).map((chord) => capsOf(chord, isMac)),
    })),
  }))
}

const heldOf = (chord: string) => chord.slice(0, chord.lastIndexOf('+') + 1)

/** Four arrows held with the same keys are one way. */
function joinArrows(chords: readonly string[]): readonly string[] {
  const isWhole = (held: string) => arrows.every((arrow) => chords.includes(held + arrow))
  const joined = chords.map((chord) => (isWhole(heldOf(chord)) ? `${heldOf(chord)}Arrows` : chord))
  return [...new Set(joined)]
}

const names: Readonly<Record<string, string>> = {
  Arrows: 'Arrow keys',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageUp: 'Page up',
  PageDown: 'Page down',
  Escape: 'Esc',
  ContextMenu: 'Menu',
  [anyCharacter]: 'Any character',
}

const macNames: Readonly<Record<string, string>> = { Mod: '⌘', Ctrl: '⌃', Alt: '⌥', Shift: '⇧' }

function capsOf(chord: string, isMac: boolean): readonly string[] {
  return chord.split('+').map((key) => {
    const name = isMac ? macNames[key] : key === 'Mod' ? 'Ctrl' : undefined
    return name ?? names[key] ?? key
  })
}
