/** Eight fields of mixed kinds, and SQL over `n` that fills each of them. */
import { fieldOf } from './workbench.ts'

export const fillings = [
  [fieldOf('Name', 'text'), `'Record ' || n`],
  [fieldOf('Amount', 'integer'), '(n::bigint * 7919) % 1000003'],
  [fieldOf('Ratio', 'number'), 'n / 7.0'],
  [fieldOf('Active', 'checkbox'), 'n % 3 = 0'],
  [fieldOf('Day', 'date'), `date '2000-01-01' + (n % 9000)`],
  [fieldOf('Seen', 'datetime'), `timestamptz '2020-01-01' + n * interval '1 minute'`],
  [fieldOf('Mail', 'email'), `'person' || n || '@example.org'`],
  [fieldOf('Notes', 'long_text'), `repeat('words and more words ', 1 + n % 5)`],
] as const
