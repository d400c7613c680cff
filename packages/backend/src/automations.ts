import type { AutomationsApi } from '@plinth/domain'
import type { Rpc } from './rpc.ts'
import * as wire from './wire/automations.ts'
import { nothing } from './wire/nothing.ts'

export function createAutomationsApi(rpc: Rpc): AutomationsApi {
  return {
    list: (base) => rpc('automations', { base }, wire.automations),
    create: (automation, draft) => rpc('create_automation', { automation, draft }, wire.automation),
    update: (automation, draft) => rpc('update_automation', { automation, draft }, wire.automation),
    delete: (automation) => rpc('delete_automation', { automation }, nothing),
    setPaused: (automation, paused) => rpc('pause_automation', { automation, paused }, wire.automation),
    dryRun: (subject, record) =>
      rpc('dry_run_automation', { automation: null, draft: null, ...subject, record }, wire.dryRun),
    runs: (automation, { before, take }) => rpc('automation_runs', { automation, before, take }, wire.runs),
    secret: (automation) => rpc('automation_secret', { automation, renew: false }, wire.secret),
    renewSecret: (automation) => rpc('automation_secret', { automation, renew: true }, wire.secret),
    runDue: (base) => rpc('run_automations', { base }, wire.ranNow),
    notices: ({ before, take }) => rpc('my_notices', { before, take }, wire.notices),
    readNotices: (notices) => rpc('read_notices', { notices }, nothing),
  }
}
