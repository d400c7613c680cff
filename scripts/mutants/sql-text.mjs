/** Finds its way in SQL text: where comments and literals are, where a statement, a call or a condition ends. */

const blank = (text) => text.replaceAll(/[^\n]/g, ' ')

/** The same text with comments and the insides of literals blanked; every other character keeps its place. */
export function mask(sql) {
  return sql.replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'/g, (part) =>
    part.startsWith("'") ? `'${blank(part.slice(1, -1))}'` : blank(part),
  )
}

/** Where the parenthesis that opens at `open` closes, in masked text. */
export function closingOf(masked, open) {
  let depth = 0
  for (let n = open; n < masked.length; n++) {
    if (masked[n] === '(') depth += 1
    else if (masked[n] === ')' && --depth === 0) return n
  }
  throw new Error(`a parenthesis is not closed: ${masked.slice(open, open + 60)}`)
}

const tokens = /[a-z_][\w.]*|[(),;]/gi
const ends = new Set(
  `and or then order limit group union intersect except left right full join cross where having returning for loop
   else when end on offset window from using`.split(/\s+/),
)

/**
 * Where the condition that begins at `start` ends, in masked text: before the next AND, OR or clause of the same level.
 * `word` is what ended it.
 */
export function endOfCondition(masked, start) {
  let depth = 0
  let cases = 0
  let betweens = 0
  let before = ''
  tokens.lastIndex = start
  for (let match = tokens.exec(masked); match; match = tokens.exec(masked)) {
    const word = match[0].toLowerCase()
    const isCall = /^\s*\(/.test(masked.slice(tokens.lastIndex))
    if (word === '(') depth += 1
    else if (word === ')' && depth > 0) depth -= 1
    else if (depth === 0) {
      if (word === 'case') cases += 1
      else if (word === 'between') betweens += 1
      else if (word === 'and' && cases === 0 && betweens > 0) betweens -= 1
      else if (cases > 0) cases -= word === 'end' ? 1 : 0
      else if (word === ')' || word === ',' || word === ';') return { end: match.index, word }
      else if (ends.has(word) && !(isCall && /^(left|right)$/.test(word)) && before !== 'distinct')
        return { end: match.index, word }
    }
    before = word
  }
  return { end: masked.length, word: '' }
}

/** The conditions of a text that stand beside others: each begins after WHERE or ON with an AND behind it, or after an AND. */
export function conditionsIn(masked) {
  const found = []
  let betweens = 0
  for (const match of masked.matchAll(/\b(where|and|between)\b/gi)) {
    const word = match[1].toLowerCase()
    if (word === 'between') betweens += 1
    else if (word === 'and' && betweens > 0) betweens -= 1
    else {
      const start = match.index + word.length
      const { end } = endOfCondition(masked, start)
      if (masked.slice(start, end).trim() !== '') found.push({ start, end })
    }
  }
  return found
}

/** The text without parentheses around all of it. */
export function withoutParentheses(sql) {
  const text = sql.trim()
  const isWrapped = text.startsWith('(') && closingOf(mask(text), 0) === text.length - 1
  return isWrapped ? withoutParentheses(text.slice(1, -1)) : text
}
