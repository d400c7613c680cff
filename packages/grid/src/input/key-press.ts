/** A key as the browser tells it, and its chord: the one text by which the table of shortcuts knows it. */

export interface KeyPress {
  /** What the key gives on this keyboard: `a`, `ArrowUp`, `Process`. */
  readonly key: string
  /** Where the key lies: `KeyA`. Tells letters apart on keyboards of other scripts. */
  readonly code: string
  readonly isCtrl: boolean
  readonly isMeta: boolean
  readonly isShift: boolean
  readonly isAlt: boolean
  /** AltGr is held: what is typed is a character, though Ctrl and Alt seem to be held. */
  readonly isAltGraph: boolean
  /** A composition is under way. */
  readonly isComposing: boolean
}

/** Chords that stand for many keys. */
export const anyCharacter = 'Character'
export const composition = 'Composition'

/**
 * The chord of a key: `Mod+Shift+ArrowUp`. `Mod` is Ctrl, on a Mac Command; Ctrl on a Mac is `Ctrl`. Where a key gives a
 * sign, Shift is part of the sign and not told: `Mod+;` is that on every keyboard.
 */
export function chordOf(press: KeyPress, isMac: boolean): string {
  const isSign = [...press.key].length === 1 && !isLetter(press) && press.key !== ' '
  const isMod = isMac ? press.isMeta : press.isCtrl
  const held = [
    isMod && 'Mod',
    isMac && press.isCtrl && 'Ctrl',
    !isMac && press.isMeta && 'Meta',
    press.isAlt && 'Alt',
    press.isShift && !isSign && 'Shift',
  ].filter((name) => name !== false)
  return [...held, nameOf(press)].join('+')
}

/** True where the key types a character: one as people count them, held with nothing that makes it a shortcut. */
export function isTyped(press: KeyPress, isMac: boolean): boolean {
  if (press.key === ' ' || segments(press.key) !== 1) return false
  if (press.isAltGraph) return true
  if (press.isCtrl || press.isMeta) return false
  // On a Mac Option makes characters, as AltGr does elsewhere.
  return !press.isAlt || isMac
}

/** An input method has the key: what it makes of it comes later. */
export function isComposed(press: KeyPress): boolean {
  return press.isComposing || press.key === 'Process' || press.key === 'Dead'
}

function isLetter({ key }: KeyPress): boolean {
  return key.toLowerCase() !== key.toUpperCase()
}

function nameOf({ key, code }: KeyPress): string {
  if (key === ' ') return 'Space'
  if ([...key].length !== 1) return key
  const lower = key.toLowerCase()
  // Ctrl Z is where Z lies, on keyboards that have no Latin letters.
  const isForeign = lower > '\u007f' && /^Key[A-Z]$/.test(code)
  return (isForeign ? code.slice(3).toLowerCase() : lower).toUpperCase()
}

const segmenter = new Intl.Segmenter()

function segments(text: string): number {
  // The names of keys are words of Latin letters; no grapheme is.
  return /^[A-Za-z][A-Za-z0-9]+$/.test(text) ? 2 : [...segmenter.segment(text)].length
}
