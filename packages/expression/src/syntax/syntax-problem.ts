/** Why a text is no expression, in words about the place where it stops being one. */
import type { Problem, ProblemCode, Span } from '../tree/problem.ts'
import { beginsValue, endsValue, type Token, tokensOf } from './tokens.ts'

const problem = (code: ProblemCode, { from, to }: Span, message: string): Problem => ({
  code,
  message,
  from,
  to,
})

const remedies: Readonly<Record<string, string>> = { '<>': '!=', '&&': 'and', '||': 'or', '!==': '!=' }

/** Tokens that are wrong by themselves. */
export function tokenProblem(token: Token): Problem | null {
  switch (token.kind) {
    case 'unclosed text':
      return problem('unclosed_text', token, 'This text has no end. Write a double quote behind it.')
    case 'unclosed field':
      return problem('unclosed_field', token, 'This name of a field has no end. Write “}” behind it.')
    case 'foreign text': {
      const inner = token.text.replace(/^['“„]|['“”]$/g, '')
      return problem('foreign_text', token, `Text stands in straight double quotes: "${inner}".`)
    }
    case 'foreign operator': {
      const remedy = remedies[token.text] ?? '='
      return problem('foreign_operator', token, `Write “${remedy}” instead of “${token.text}”.`)
    }
    default:
      return null
  }
}

/** The problem of a text whose first error the parser met at `at`. */
export function syntaxProblem(text: string, at: number): Problem {
  const tokens = tokensOf(text)
  const index = tokens.findIndex((token) => token.to > at)
  const [next, previous] = index < 0 ? [undefined, tokens.at(-1)] : [tokens[index], tokens[index - 1]]
  if (next) return unexpected(next, previous)
  const open = unclosedBracket(tokens)
  if (previous && !endsValue(previous)) return missingBehind(previous)
  if (open) {
    const closing = open.text === '(' ? ')' : ']'
    return problem(
      'unclosed_bracket',
      open,
      `This “${open.text}” is not closed. Write “${closing}” where it ends.`,
    )
  }
  const end = { from: text.length, to: text.length }
  return problem('missing_value', previous ?? end, 'A value is missing here: a field, a number, a text.')
}

function unexpected(next: Token, previous: Token | undefined): Problem {
  const own = tokenProblem(next)
  if (own) return own
  if (next.kind === 'unknown') return unknownCharacter(next)
  if (beginsValue(next) && endsValue(previous)) return missingBetween(previous!, next)
  if (previous && !endsValue(previous) && previous.kind !== 'open') return missingBehind(previous)
  if (next.kind === 'close') {
    return problem('unopened_bracket', next, `This “${next.text}” closes nothing here. Take it out.`)
  }
  if (next.kind === 'comma') {
    const message = 'A comma stands between the values of a function or a list only. Numbers have a point.'
    return problem('unknown_character', next, message)
  }
  return problem(
    'missing_value',
    next,
    `A value is missing before “${next.text}”: a field, a number, a text.`,
  )
}

function missingBehind(previous: Token): Problem {
  return problem(
    'missing_value',
    previous,
    `A value is missing behind “${previous.text}”: a field, a number, a text.`,
  )
}

function missingBetween(previous: Token, next: Token): Problem {
  const names = previous.kind === 'name' && next.kind === 'name'
  const remedy = names
    ? `Names of fields stand in braces: {${previous.text} ${next.text}}.`
    : 'Write an operator between them, such as + or and.'
  const span = { from: previous.from, to: next.to }
  return problem(
    'missing_operator',
    span,
    `Nothing connects “${previous.text}” and “${next.text}”. ${remedy}`,
  )
}

function unknownCharacter(token: Token): Problem {
  const remedy = token.text === ';' ? ' Values are separated by commas.' : ''
  const word = token.text === '!' ? ' Write “not” instead.' : ' Take it out.'
  return problem('unknown_character', token, `“${token.text}” has no meaning here.${remedy || word}`)
}

/** The innermost bracket that nothing closes. */
function unclosedBracket(tokens: readonly Token[]): Token | undefined {
  const open: Token[] = []
  for (const token of tokens) {
    if (token.kind === 'open') open.push(token)
    else if (token.kind === 'close') open.pop()
  }
  return open.at(-1)
}
