/**
 * Writes `docs/errors.md` and `docs/limits.md` from the catalogues of `packages/domain`, and `docs/keyboard.md` from the
 * shortcuts of `packages/grid`
 * (`npm run docs`; a test fails when they are out of date).
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { codeOfSqlState } from '../packages/backend/src/to-app-error.ts'
import { errorCatalogue } from '../packages/domain/src/errors.ts'
import { limits } from '../packages/domain/src/limits.ts'
import { helpSheet } from '../packages/grid/src/input/help-sheet.ts'

const file = (name) => fileURLToPath(new URL(`../docs/${name}.md`, import.meta.url))
const row = (...cells) => `| ${cells.join(' | ')} |`

function errorsPage() {
  const rows = Object.entries(errorCatalogue).map(([code, message]) => row(`\`${code}\``, message))
  return [
    '# Error catalogue',
    '',
    'A closed list: the same codes in SQL (the `message` of an error), in the client and here. `details` names what an',
    'error is about (`table`, `field`, `rule`, `limit`, `line`, `path`, `action`, `role`, `roles`, `fields`) and never holds a value of a record.',
    '',
    row('code', 'what people read'),
    row('---', '---'),
    ...rows,
    '',
    ...refusals(),
  ].join('\n')
}

/** What the database itself refuses on the routes of tables, and which code that is. */
function refusals() {
  const states = [...codeOfSqlState].filter(([state]) => !state.startsWith('PGRST'))
  return [
    '## Refusals of the database itself',
    '',
    'Calls, and rules that somebody made, answer with a code of the list above as the `message`. What breaks a table by its routes (REST, `psql`) may be',
    'refused by Postgres itself, by a constraint or a type, before any code of ours is asked: then `code` is a SQLSTATE, and this is the code of the list that it',
    'stands for. A constraint is called by its column and what it asks for, with two underlines between: `mail__email`, `state__option`. The app reads both alike (`rpcError` in',
    '`packages/backend/src/to-app-error.ts`, from which this table is written).',
    '',
    row('SQLSTATE', 'code'),
    row('---', '---'),
    ...states.map(([state, code]) => row(`\`${state}\``, `\`${code}\``)),
    '',
  ]
}

/** How the three `…PerWorkspace` numbers hold, and how exactly. */
const quotas = [
  '## Quotas of a workspace',
  '',
  '`tablesPerWorkspace`, `rowsPerWorkspace` and `fileBytesPerWorkspace` are defaults. The owner of the installation sets',
  'others, for all workspaces or for one, with the call `set_workspace_quota` (`docs/rpc.md`); who has the database does it',
  'in `plinth_private.quota`, where the row without a workspace holds the defaults and null falls back:',
  '',
  '```sql',
  "insert into plinth_private.quota (workspace_id, max_rows) values ('…', 20000000)",
  '  on conflict (workspace_id) do update set max_rows = excluded.max_rows;',
  '```',
  '',
  'A quota below what is there stops what adds, and nothing else. A refusal is `limit_exceeded` with the limit and the rule',
  '`workspace_tables`, `workspace_rows` or `workspace_file_bytes` in its details.',
  '',
  '- **Tables**: exact; those in the trash count, and so do their records and files.',
  '- **Records**: counted by the statements that insert and delete them, on every path. A transaction that inserts more than',
  '  1/256 of the room that is left waits for others of its kind in the workspace, and is told exactly. Those that insert',
  '  less do not wait; so what runs at the same moment can go over together, each transaction by at most 1/256 of the room',
  '  it found. With less room than 256 records nothing goes over. After writes with triggers switched off,',
  '  `select plinth_private.recount_rows(id)` for the id of a table counts it again.',
  '- **Links** are no records and have no quota; their relations count among the bytes that are told. After writes with triggers',
  '  switched off, `select plinth_private.recount_links(id)` for the id of a field counts its links again.',
  '- **Bytes of files**: attachments, their thumbnails, announced uploads (for a day), and removed files until their objects',
  '  are gone from storage. Announcements are exact. Storage does not know what was announced: an object larger than that',
  '  counts as soon as it is there, and nothing more is stored once a workspace is over its quota by the size of one file; uploads',
  '  that run at that moment still come through, and so do thumbnails of announced files. Where the service tells the policy',
  '  how much is to come (it does for uploads in parts), no more than was announced is begun.',
  '',
  'The size of the tables on disk is told (`workspace_usage`), not limited.',
]

const oneFile = [
  '## The size of one file',
  '',
  '`attachmentBytes`, 50 MB, is what a free hosted project stores at most. The setting is the limit of bucket `plinth`: in the',
  "dashboard (Storage, the bucket's settings), by the storage API with the secret key, or",
  '',
  '```sql',
  "update storage.buckets set file_size_limit = 1073741824 where id = 'plinth';  -- 1 GB",
  '```',
  '',
  'The database announces no larger file, the storage service takes none, and the app is told the number with its session. A hosted',
  'project has an upper limit of its own beside it (Storage, settings): a bucket that says more than that is refused by the service with',
  '`file_too_large` when the upload begins. The embedded backend takes up to 50 GB. Files over 6 MB go in parts of 6 MB and on after a',
  'broken line; what is not finished within a day is given up.',
]

function limitsPage() {
  const rows = Object.entries(limits).map(([name, value]) => row(`\`${name}\``, value.toLocaleString('en')))
  return [
    '# Limits',
    '',
    'The constants of Plinth, from `packages/domain/src/limits.ts`. The database checks the same numbers.',
    '',
    row('constant', 'value'),
    row('---', '--:'),
    ...rows,
    '',
    ...quotas,
    '',
    ...oneFile,
    '',
  ].join('\n')
}

const keys = (way) => way.map((key) => `<kbd>${key}</kbd>`).join(' ')

const keyGroup = ({ title, lines }) => [
  `## ${title}`,
  '',
  row('what', 'keys'),
  row('---', '---'),
  ...lines.map(({ name, ways }) => row(name, ways.map(keys).join(', '))),
  '',
]

/** Outside of the grid, and so not in its list. */
const openRecord = {
  title: 'An open record',
  lines: [
    { name: 'To its page, and back beside the table', ways: [['Alt', 'Enter']] },
    {
      name: 'To the next record of the view, or to the one before',
      ways: [
        ['Alt', 'Page down'],
        ['Alt', 'Page up'],
      ],
    },
    { name: 'Mention somebody, in a long text or a comment', ways: [['@']] },
    { name: 'Send the comment', ways: [['Ctrl', 'Enter']] },
    { name: 'Close it', ways: [['Esc']] },
  ],
}

const viewTools = {
  title: 'What a view offers above its records, and views in the sidebar',
  lines: [
    { name: 'Take back what is picked in a quick filter, on it', ways: [['Delete'], ['Backspace']] },
    {
      name: 'Move a colour rule up or down',
      ways: [
        ['Alt', 'Shift', '↑'],
        ['Alt', 'Shift', '↓'],
      ],
    },
    {
      name: 'Move a shared view up or down, from one section into the next, in the sidebar',
      ways: [
        ['Alt', 'Shift', '↑'],
        ['Alt', 'Shift', '↓'],
      ],
    },
    {
      name: 'Move a section of views up or down, on its name',
      ways: [
        ['Alt', 'Shift', '↑'],
        ['Alt', 'Shift', '↓'],
      ],
    },
    { name: 'Fold a section of views, on its name', ways: [['Enter'], ['Space']] },
  ],
}

const cards = {
  title: 'Cards of a gallery, and lines of a list',
  lines: [
    { name: 'To the next card, or line', ways: [['Arrow keys']] },
    { name: 'Down or up in a list', ways: [['J'], ['K']] },
    { name: 'To the first or last card of a row', ways: [['Home'], ['End']] },
    {
      name: 'To the first or last of all',
      ways: [
        ['Ctrl', 'Home'],
        ['Ctrl', 'End'],
      ],
    },
    { name: 'A page up or down', ways: [['Page up'], ['Page down']] },
    { name: 'Open the record', ways: [['Enter'], ['Space']] },
    { name: 'Menu of the record', ways: [['Shift', 'F10'], ['Menu']] },
    { name: 'Delete the record', ways: [['Delete']] },
    { name: 'Move the record, in a view ordered by hand', ways: [['Alt', 'Shift', 'Arrow keys']] },
    { name: 'Let a changed record go to its place', ways: [['Esc']] },
    { name: 'Close or open the group, in a list', ways: [['←'], ['→']] },
    { name: 'From a line to the heading of its group', ways: [['←']] },
    { name: 'Add a record to the group, in a list', ways: [['Shift', 'Enter']] },
  ],
}

const board = {
  title: 'A board',
  lines: [
    { name: 'To the next card of the stack, or to the one before', ways: [['↓'], ['↑']] },
    { name: 'To the card beside it, in the next stack that has any', ways: [['→'], ['←']] },
    { name: 'Open the record', ways: [['Enter'], ['Space']] },
    { name: 'Menu of the record', ways: [['Shift', 'F10'], ['Menu']] },
    {
      name: 'Move the record into the stack beside it',
      ways: [
        ['Alt', 'Shift', '→'],
        ['Alt', 'Shift', '←'],
      ],
    },
    {
      name: 'Move it into the lane below or above',
      ways: [
        ['Alt', 'Shift', 'Page down'],
        ['Alt', 'Shift', 'Page up'],
      ],
    },
    {
      name: 'Move it down or up in its stack, in a view ordered by hand',
      ways: [
        ['Alt', 'Shift', '↓'],
        ['Alt', 'Shift', '↑'],
      ],
    },
  ],
}

const filesOfRecord = {
  title: 'Files of an open record',
  lines: [
    { name: 'Open the file, or download what cannot be shown', ways: [['Enter'], ['Space']] },
    {
      name: 'Move the file up or down',
      ways: [
        ['Alt', 'Shift', '↑'],
        ['Alt', 'Shift', '↓'],
      ],
    },
    { name: 'On to the next file, or back, where one is shown large', ways: [['→'], ['←']] },
    { name: 'Close the file that is shown large', ways: [['Esc']] },
    { name: 'Add what was copied, where files are added', ways: [['Ctrl', 'V']] },
  ],
}

const timeline = {
  title: 'A timeline',
  lines: [
    { name: 'To the next record, or to the one before', ways: [['↓'], ['↑']] },
    {
      name: 'A page down or up, to the first or last record',
      ways: [['Page down'], ['Page up'], ['Home'], ['End']],
    },
    { name: 'Open the record; give one without dates its first ones', ways: [['Enter']] },
    { name: 'Open the record, with dates or without', ways: [['Space']] },
    { name: 'Later or earlier in time', ways: [['→'], ['←']] },
    { name: 'To today', ways: [['T']] },
    { name: 'To the bar of the record', ways: [['S']] },
    { name: 'Nearer, or farther away', ways: [['+'], ['-'], ['Ctrl', 'Mouse wheel']] },
    {
      name: 'Move the record later or earlier, by a cell of the lower line of the heading',
      ways: [
        ['Alt', 'Shift', '→'],
        ['Alt', 'Shift', '←'],
      ],
    },
    {
      name: 'Let it end later or earlier',
      ways: [[']'], ['['], ['Ctrl', 'Alt', 'Shift', '→'], ['Ctrl', 'Alt', 'Shift', '←']],
    },
    { name: 'Let it begin later or earlier', ways: [['}'], ['{']] },
    { name: 'Leave a bar that is dragged where it was', ways: [['Esc']] },
  ],
}

const calendar = {
  title: 'A calendar',
  lines: [
    { name: 'To another day', ways: [['Arrow keys']] },
    { name: 'To the first or last day of the week', ways: [['Home'], ['End']] },
    { name: 'To the next month, week or day, or to the one before', ways: [['Page down'], ['Page up']] },
    { name: 'To today', ways: [['T']] },
    { name: 'Into the day, to its records; where it has none, make one', ways: [['Enter']] },
    { name: 'From record to record of a day, and to those of the days beside it', ways: [['Arrow keys']] },
    { name: 'Back to the day', ways: [['Esc']] },
    { name: 'Open the record', ways: [['Enter'], ['Space']] },
    { name: 'Make a record on the day', ways: [['N']] },
    {
      name: 'Move the record by a day',
      ways: [
        ['Alt', 'Shift', '←'],
        ['Alt', 'Shift', '→'],
      ],
    },
    {
      name: 'Move the record by a week; by the hours, by a quarter of an hour; in a list, by a day',
      ways: [
        ['Alt', 'Shift', '↑'],
        ['Alt', 'Shift', '↓'],
      ],
    },
    {
      name: 'Have it end a day later or earlier; by the hours, a quarter of an hour',
      ways: [[']'], ['['], ['+'], ['-']],
    },
  ],
}

const form = {
  title: 'A form',
  lines: [
    { name: 'Send it, or go on to the next step, from a line of text', ways: [['Enter']] },
    { name: 'Choose among a few options', ways: [['Arrow keys'], ['Space']] },
    { name: 'From what needs another look to its question', ways: [['Enter']] },
    {
      name: 'While it is put together: move the question up or down, past a heading into another section',
      ways: [
        ['Alt', 'Shift', '↑'],
        ['Alt', 'Shift', '↓'],
      ],
    },
  ],
}

function keyboardPage() {
  return [
    '# Keyboard',
    '',
    'What keys do in a table, from the list by which the grid itself goes (`packages/grid/src/input/shortcuts.ts`), on cards, on a board, in an open record, at files,',
    'in a calendar, in a timeline and in a form. On a Mac Command stands for Ctrl; only the column is selected with Ctrl Space there too.',
    '',
    ...helpSheet(false).flatMap(keyGroup),
    ...keyGroup(viewTools),
    ...keyGroup(cards),
    ...keyGroup(board),
    ...keyGroup(openRecord),
    ...keyGroup(filesOfRecord),
    ...keyGroup(calendar),
    ...keyGroup(timeline),
    ...keyGroup(form),
    'Sound, film and PDF have keys of their own while the focus is in them.',
    '',
  ].join('\n')
}

export const pages = [
  { path: file('errors'), text: errorsPage() },
  { path: file('limits'), text: limitsPage() },
  { path: file('keyboard'), text: keyboardPage() },
]

export const isCurrent = ({ path, text }) => readFileSync(path, 'utf8') === text

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { path, text } of pages) writeFileSync(path, text)
}
