/** Texts and names of fields as they are written. */

const letters: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\' }

/** What stands between the quotes, or the first escape that there is not. */
export function unquote(
  written: string,
): { readonly text: string } | { readonly wrong: string; readonly at: number } {
  let text = ''
  for (let index = 1; index < written.length - 1; index++) {
    const character = written[index]!
    if (character !== '\\') {
      text += character
      continue
    }
    index += 1
    const meant = letters[written[index]!]
    if (meant === undefined) return { wrong: `\\${written[index]}`, at: index - 1 }
    text += meant
  }
  return { text }
}

export function quote(text: string): string {
  const escapes: Readonly<Record<string, string>> = {
    '\n': '\\n',
    '\r': '\\r',
    '\t': '\\t',
    '"': '\\"',
    '\\': '\\\\',
  }
  return `"${text.replace(/[\n\r\t"\\]/g, (character) => escapes[character]!)}"`
}

/** The name of a field as it stands between braces. */
export const unbrace = (written: string): string => written.slice(1, -1).replace(/\\(.)/gsu, '$1')

export const brace = (name: string): string => `{${name.replace(/[\\}]/g, '\\$&')}}`
