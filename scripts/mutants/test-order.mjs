/** Which tests find a mutant soonest: first those that know what is broken, then all that are about authority. */

const suite =
  `authority roles row-rules people tables files live leaving mutations imports windows edges`.split(/\s+/)

/** By what is broken; the first that fits. */
const bySubject = [
  [/express|compile/, ['expressions', 'expressions-hostile', 'expressions-edges', 'row-rules']],
  [
    /quota|book_rows|take_turn|fold|_room$|row_turn|row_change|row_count|row_totals|recount/,
    ['quotas', 'usage', 'files'],
  ],
  [/usage|amounts|file_bytes/, ['usage', 'quotas', 'files']],
  [/install|creator|profile/, ['installation', 'people', 'authority']],
  [
    /bump|left|leaves|keep_an|withdraw|_changed|came|renamed/,
    ['leaving', 'people', 'roles', 'live', 'row-rules'],
  ],
  [/invit|member|fellow|colleague|workspace|avatar/, ['people', 'authority', 'leaving']],
  [/upload|attach|drain|removed|file|stored|storage/, ['files', 'row-rules', 'authority']],
  [/topic|hear|enter|messages|send_|epoch|change_|changes|log_/, ['live', 'row-rules', 'leaving']],
  [
    /rule|permit|polic|filter|reach|stay|holds|has_r|scope|unused/,
    ['row-rules', 'roles', 'authority', 'row-rules-differential'],
  ],
  [/role|grant|weigh|matching|reasons/, ['roles', 'row-rules', 'authority']],
  [/import|chunk|misfit|touched|match_keys|refuse_/, ['imports', 'authority']],
  [/mutation|_many|run_|write_plan|claim_|keep_results/, ['mutations', 'row-rules', 'edges']],
  [/window|sort|segment|key|anchor|stats|projection|find_ids|rows_by/, ['windows', 'edges']],
  [/table|field|column|relation|options|stamp|clean_name|base/, ['tables', 'authority', 'edges']],
]

/** By how it is broken, where the tests that look at the catalogue know. */
const byKind = {
  'drop-rls': ['lints'],
  'grant-execute': ['lints', 'authority'],
  'grant-anon': ['lints', 'authority'],
  'grant-table': ['lints', 'authority'],
  'grant-schema': ['lints', 'authority'],
  'as-definer': ['lints', 'row-rules'],
  'open-path': ['lints'],
  policy: ['lints', 'authority', 'files', 'live'],
}

/** Paths of the test files for a mutant, likeliest first. Quotas, the installation and random trees are asked where they know. */
export function testFilesFor({ kind, subject }) {
  const likely = byKind[kind] ?? bySubject.find(([pattern]) => pattern.test(subject))?.[1] ?? []
  const names = [...new Set([...likely, 'authority', ...suite])]
  return names.map((name) => `supabase/tests/${name}.sql.test.ts`)
}
