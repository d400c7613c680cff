import { type Hue, hues, limits, type OptionId, type SelectOption } from '@plinth/domain'

/** A new option with an id that its field does not have yet, in the next hue. */
export function newOption(options: readonly SelectOption[], label = ''): SelectOption {
  const taken = new Set<string>(options.map((option) => option.id))
  let id = randomId()
  while (taken.has(id)) id = randomId()
  return { id: id as OptionId, label: label.slice(0, limits.optionLength), hue: nextHue(options) }
}

function nextHue(options: readonly SelectOption[]): Hue {
  // Steps of five walk through all eleven colours, neighbours being far apart.
  const colours = hues.slice(1)
  return colours[(options.length * 5 + 6) % colours.length] ?? 'teal'
}

function randomId(): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => letters[byte % 36]).join('')
}
