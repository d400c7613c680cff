/** Which tests may find a mutant, likeliest first: they run up to the first failure, so a short list keeps it quick. */

/** Whatever is broken. */
const always = [
  'mutants-arguments',
  'mutants-authority',
  'two-workspaces',
  'elsewhere',
  'elsewhere-files',
  'reach',
  'shapes',
  'unheld',
  'catalogue',
  'under-way',
  'told',
  'authority',
]

/** By what is broken; every line that fits counts. */
const bySubject = [
  [
    /invit|claim_creator|drop_member|role|scope|standing|has_(rules|sides)|my_bases|usual_access|is_guarded|set_grant|trash|restore_table/,
    ['mutants-roles'],
  ],
  [
    /share|is_there|page_|password|told_|charts_of|tiles|setting_|chart_shape|looks_beyond/,
    [
      'share-links',
      'share-opening',
      'share-views',
      'share-layouts',
      'share-colors',
      'share-charts',
      'shared-files',
      'shared-forms',
    ],
  ],
  [
    /automat|notice|run_turn|webhook|_call/,
    [
      'automations',
      'automation-rights',
      'automation-makers',
      'automation-webhooks',
      'automation-races',
      'automation-dates',
    ],
  ],
  [
    /form|held|quarantine|accept|submi|own_value/,
    ['held-files', 'shared-submissions', 'shared-forms', 'forms'],
  ],
  [/is_told|files_of_share|storage/, ['shared-files']],
  [/check_people/, ['persons', 'hidden-imports', 'lookups']],
  [/linked_records/, ['rollups-races']],
  [/color/, ['view-colors']],
  [/side/, ['mutants-sides']],
  [/faults/, ['mutants-formulas']],
  [/take_turn/, ['shared-submissions', 'held-files']],
  [/is_near/, ['expressions-edges']],
  [/^plinth\.attachment/, ['row-rules']],
  [/arrange|icon|section/, ['view-sections']],
  [/upload|attachment|first_problem/, ['mutants-files']],
  [
    /linkable|linked_sql|clean_link|compile_filter|view|rows_by_id|collapsed|place_literal/,
    ['mutants-views'],
  ],
  [/record_lock|require_change/, ['mutants-locks']],
  [/import|chunk/, ['mutants-imports']],
  [
    /comment|_read_record|begin_|bulk|claim_|keep_|take_view|duplicate_view|change_links|hold_|view_indexes|on_read|save_role|transfer|create_(base|inv)/,
    ['mutants-callers'],
  ],
  [
    /^(create_table|stay_within|begin_bulk|compile_filter|search_words|view_room|save_record_lock|rows_by_id)$|_room$|along|preview|restore|add_link|begin_copy/,
    ['mutants-limits'],
  ],
  [
    /option|field|merge|change_type|plan_change|default|late|create_table|^(begin_import|duplicate_|delete_)/,
    ['mutants-options'],
  ],
  [
    /formula|rollup|late|ring|require_|delete_|narrow|computed|link_filter|restore|table_rule|transition|status|on_read|field_rules|hold_views/,
    ['mutants-formulas'],
  ],
  [/comment|about_record|hold_read/, ['mutants-comments', 'comments']],
  [/bulk|selected_ids|selection/, ['mutants-bulk', 'bulk']],
  [/along|deletable|deletion|gone|links_of|refuse_left/, ['link-deletions']],
  [/link/, ['links', 'link-limits', 'link-rights', 'link-trash', 'link-imports']],
  [/rollup|narrow/, ['rollups']],
  [/formula|comput/, ['formulas', 'computed']],
  [/late|on_read/, ['on-read']],
  [/merge|option/, ['sets', 'tables']],
  [
    /change_type|type_change|change_back|for_change|settled/,
    ['type-change', 'type-change-back', 'under-way'],
  ],
  [/trash|restore_|delete_|needed/, ['trash', 'hidden-trash']],
  [/view_index|build_index/, ['view-indexes']],
  [/(^|_)views?(_json|_kind|_room|_changed|_gone|_made|$)|settings/, ['saved-views', 'order-by-hand']],
  [/default|describe|duplicate|place_|zone/, ['reshape', 'followed']],
  [/layout|section/, ['record-layouts']],
  [/^(plain_|allowed_values|goes_by|all_since|all_from)/, ['plain-rules']],
  [/side|hidden|hide|seen_/, ['hidden-fields', 'hidden-hostile', 'hidden-rows']],
  [
    /transition|idle|fault|mover|states|comes_back|missing_fields|status|guards_|passes|guard_values/,
    ['transitions'],
  ],
  [/people|person/, ['persons']],
  [/view_as|_as_/, ['view-as']],
  [/transfer|ownership/, ['ownership']],
  [/proof|prove/, ['proof']],
  [/hand_over|weigh|role_reasons/, ['hand-over-told', 'hand-over']],
  [/settled/, ['changing-rules']],
  [/lock|policies/, ['locks']],
  [/field_access|usual_access|writable|guard|field_grant/, ['field-rights', 'field-rights-differential']],
  [
    /express|compile|rule_condition/,
    ['expressions', 'expressions-hostile', 'expressions-edges', 'row-rules'],
  ],
  [/field_rule|table_rule|kept|checks|pattern|clean_rule|validation/, ['validation', 'patterns']],
  [
    /quota|book_rows|take_turn|fold|_room$|row_turn|row_change|row_count|row_totals|recount|truncate/,
    ['quotas', 'usage'],
  ],
  [/usage|amounts|file_bytes|stored_bytes|may_store/, ['usage', 'files']],
  [/install|creator|profile|may_create/, ['installation', 'people']],
  [
    /bump|left|leaves|keep_an|withdraw|_changed|came|renamed|drop_member|other_owner/,
    ['leaving', 'people', 'live', 'roles'],
  ],
  [/invit|member|fellow|colleague|workspace|avatar|session/, ['people', 'roles', 'leaving']],
  [/upload|attach|drain|removed|file|storage/, ['files', 'hidden-files', 'row-rules']],
  [
    /topic|hear|enter|messages|send_|epoch|change_|changes|log_|guard_relation/,
    ['live', 'told', 'row-rules', 'leaving'],
  ],
  [
    /rule|permit|polic|filter|reach|stay|holds|scope|unused|write_plan|unreached|first_problem|my_tables/,
    ['row-rules', 'roles', 'row-rules-differential'],
  ],
  [/role|grant|weigh|matching|reasons|standing|my_bases|explain/, ['roles', 'row-rules', 'people']],
  [/^create_table/, ['quotas']],
  [/^log_rows/, ['files']],
  [/import|chunk|misfit|touched|match_keys|refuse_|take_discarded/, ['imports', 'row-rules']],
  [/mutation|_many|run_|write_plan|claim_|keep_results|batch/, ['mutations', 'row-rules', 'edges']],
  [
    /window|sort|segment|key|anchor|stats|projection|find_ids|rows_by|readable|view|filter|search|group|figure|collapsed|rank/,
    ['views-differential', 'views', 'windows', 'edges'],
  ],
  [/field/, ['hidden-fields', 'hidden-hostile']],
  [/table|field|column|relation|options|stamp|clean_name|base|guard/, ['tables', 'edges', 'mutations']],
]

/** By how it is broken, where the tests that look at the catalogue know. */
const byKind = {
  'drop-check': ['unseen-tables', 'authority'],
  'pass-check': ['authority'],
  policy: ['authority', 'files'],
  'mute-refusal': ['mutants-arguments'],
  'mute-busy': ['mutants-busy', 'busy'],
  'pass-if': ['mutants-arguments'],
  'drop-rls': ['lints'],
  'grant-execute': ['lints', 'catalogue'],
  'grant-anon': ['lints'],
  'grant-table': ['lints'],
  'grant-schema': ['catalogue'],
  'as-definer': ['lints', 'catalogue', 'row-rules', 'mutations', 'windows', 'imports'],
  'open-path': ['lints'],
  'open-policy': ['lints'],
  'drop-constraint': ['constraints'],
  'drop-unique': ['constraints'],
}

/** Every file that is named here. */
export const knownTests = () => [
  ...new Set([...always, ...bySubject.flatMap(([, files]) => files), ...Object.values(byKind).flat()]),
]

/** Seconds of tests that a mutant is given before it counts as a survivor, unless the run says otherwise. */
export const usualPatience = 45
/** Longer files are for thorough runs. */
const longSeconds = 60

/**
 * Paths of the test files for a mutant: those `known` to find such, those that know its subject, then of a function those that call it,
 * most often a second first, of anything else the quickest first; never one that has `passed` already. `tests` as `readTests` answers
 * them.
 */
export function testFilesFor(
  { kind, subject },
  tests,
  { thorough = false, known = [], passed = [], patience = usualPatience } = {},
) {
  const calls = (name) => tests[name].functions[subject] ?? 0
  const isFunction = Object.keys(tests).some(calls)
  const quickness = (name) => (isFunction ? calls(name) : 1) / tests[name].seconds
  const likely = bySubject.flatMap(([pattern, files]) => (pattern.test(subject) ? files : []))
  const likeliest = [...(byKind[kind] ?? []), ...likely]
  // The tests of single checks are written for what survived others.
  const first = [
    ...known,
    ...(passed.length > 0 ? [...(byKind[kind] ?? []), ...always, ...likeliest] : [...likeliest, ...always]),
  ].filter((name) => tests[name])
  const rest = Object.keys(tests)
    .filter((name) => !isFunction || calls(name))
    .filter((name) => thorough || tests[name].seconds < longSeconds)
    .toSorted((a, b) => quickness(b) - quickness(a))
  // A call that is refused is not counted, so those written for single checks are believed.
  const isDirect = (name) => name.startsWith('mutants-') && likeliest.includes(name)
  const isUseful = (name) =>
    !isFunction || calls(name) || known.includes(name) || byKind[kind]?.includes(name) || isDirect(name)
  const names = [...new Set([...first.filter(isUseful), ...rest])].filter((name) => !passed.includes(name))
  return (thorough ? names : within(names, tests, patience)).map((name) => tests[name].file)
}

function within(names, tests, patience) {
  let seconds = 0
  return names.filter((name, n) => {
    seconds += tests[name].seconds
    return n === 0 || seconds <= patience
  })
}
