/** The documented constants; the database checks the same numbers and a test compares them (`docs/limits.md`). */
export const limits = {
  /** Migrations this app needs: `plinth.schema_version()` must answer at least this. */
  schemaVersion: 1,
  nameLength: 120,
  textLength: 2_000,
  longTextLength: 100_000,
  emailLength: 254,
  urlLength: 2_000,
  optionsPerField: 500,
  optionLength: 200,
  /** Before the numbers of a field, and with how many digits these are shown at least. */
  prefixLength: 20,
  numberWidth: 12,
  /** Of a document, in characters, and how many objects and lists it has within one another. */
  jsonLength: 100_000,
  jsonDepth: 32,
  fieldsPerTable: 200,
  basesPerWorkspace: 100,
  customRolesPerBase: 50,
  rulesPerTable: 50,
  patternLength: 200,
  ruleMessageLength: 300,
  locksPerTable: 20,
  transitionsPerField: 200,
  /** Shared ones, and as many of each person's own. */
  viewsPerTable: 100,
  /** What a view holds beside its name. */
  viewBytes: 65_536,
  /** Records that are put in order by hand at once. */
  recordsPerMove: 1_000,
  /** Records of one change that the server works off by itself. */
  recordsPerBulk: 1_000_000,
  /** Of tables and fields. */
  descriptionLength: 2_000,
  /** Records of a table that is copied with them. */
  rowsPerDuplicate: 100_000,
  /** Records in one step of a change of type, of a copied field, or of a field's way back from the trash. */
  rowsPerStep: 10_000,
  /** Then what was deleted is gone. */
  trashDays: 30,
  tablesPerBase: 200,
  /** Quotas of a workspace, where the installation's owner has not set others. */
  tablesPerWorkspace: 1_000,
  rowsPerWorkspace: 5_000_000,
  fileBytesPerWorkspace: 10 * 1024 * 1024 * 1024,
  rowsPerWindow: 1_000,
  idsPerRequest: 200,
  mutationsPerBatch: 500,
  rowsPerImportChunk: 5_000,
  /** Rows walked from a known key before a window counts as a cold jump. */
  skipFromAnchor: 5_000,
  /** Of a file, where the bucket has no limit of its own. */
  attachmentBytes: 50 * 1024 * 1024,
  attachmentsPerCell: 50,
  thumbnailEdge: 512,
  thumbnailBytes: 1024 * 1024,
  avatarBytes: 1024 * 1024,
  /** Pictures kept for one person; older ones make room for a new one. */
  avatarsPerPerson: 5,
  invitationDays: 14,
  /** Integers are whole numbers within ±(2^53 − 1), so that JSON and JavaScript carry them exactly. */
  maxInteger: Number.MAX_SAFE_INTEGER,
  /** Groups of conditions within one another. */
  filterDepth: 5,
  filterConditions: 50,
  /** Options or people of one condition. */
  filterListLength: 500,
  searchLength: 200,
  searchWords: 10,
  groupingsPerView: 3,
  /** Paths of groups whose records are left out. */
  collapsedGroups: 2_000,
  groupsPerRequest: 10_000,
  /** Fields of which a view as a whole has figures. */
  figuresPerView: 50,
  /** Fields of which groups have figures. */
  figuresPerGroup: 3,
  /** Bars, points or rows of a chart. */
  keysPerChart: 1_000,
  /** Colours of a chart, the most frequent ones. */
  seriesPerChart: 20,
  tilesPerDashboard: 24,
  sectionsPerForm: 50,
  /** Of a form: titles and labels, and its texts. */
  formLabelLength: 300,
  formTextLength: 5_000,
  colorRulesPerView: 20,
  /** Fields that a view offers to filter by at once. */
  quickFiltersPerView: 12,
  /** Sections of the shared views of a table. */
  viewSectionsPerTable: 50,
  foundPerRequest: 50,
  /** Linked records of a cell that are told with it. */
  linksPerCell: 20,
  /** Linked records whose values one cell lists; where more have a value it is empty. */
  valuesPerRollup: 1_000,
  /** Records that one change of a cell links and unlinks. */
  linksPerChange: 500,
  /** What a field of links may say at most that a record links. */
  linkLimit: 1_000,
  /** Linked records that go along with the ones that one statement deletes. */
  recordsAlong: 10_000,
  /** Indexes that views have asked for. */
  indexesPerTable: 20,
  /** Characters of a comment. */
  commentLength: 10_000,
  commentsPerRecord: 1_000,
  commentsPerRequest: 50,
  /** Sections in the layout of a table's records. */
  sectionsPerRecord: 30,
  /** Fields that a table of linked records on a record's page shows beside their names. */
  columnsPerLink: 8,
  /** Links to views and records for people without an account. */
  shareLinksPerBase: 200,
  sharePasswordLength: 8,
  /** Wrong passwords of a link, in so many minutes; then none is looked at. */
  sharePasswordTries: 10,
  shareTryMinutes: 15,
  /** For so long a password need not be given again. */
  sharePassMinutes: 120,
  sharedRowsPerRequest: 200,
  /** Files that a visitor asks for at once, and how long each may be read after that. */
  sharedFilesPerRequest: 50,
  toldFileSeconds: 120,
  /** Stacks of a board by links. */
  stacksByLinks: 50,
  /** What a link's form takes; a link may say less. */
  submissionsPerHour: 1_000,
  /** Submissions of one link that are worked on at once; the others are told to come again. */
  submissionsAtOnce: 2,
  /** Of a submission, without its files. */
  submissionBytes: 262_144,
  /** Records or people that are offered at once. */
  sharedChoices: 50,
  /** Files of a submission, and of one of them. */
  filesPerSubmission: 20,
  submittedFileBytes: 10 * 1024 * 1024,
  /** Files that are announced through one link in an hour. */
  sharedFilesPerHour: 500,
  /** Then files that nobody took in are deleted; those that were not sent with answers go after an hour. */
  quarantineDays: 30,
  automationsPerBase: 100,
  actionsPerAutomation: 10,
  /** Automations that cause each other, one behind the other. */
  automationDepth: 5,
  /** More in an hour, and an automation stops. */
  automationRunsPerHour: 10_000,
  /** A run that finds something held is tried so often, each time later. */
  automationAttempts: 5,
  automationRunDays: 30,
  automationRunsPerRequest: 100,
  /** Characters of what people are told. */
  noticeLength: 300,
  noticeDays: 90,
  noticesPerRequest: 50,
} as const
