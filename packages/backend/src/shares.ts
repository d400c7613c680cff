import type { SharesApi } from '@plinth/domain'
import type { Rpc } from './rpc.ts'
import { nothing } from './wire/nothing.ts'
import {
  madeLink,
  sharedChart,
  sharedFigures,
  sharedFiles,
  sharedPage,
  sharedRows,
  shareFeatures,
  shareLink,
  shareLinks,
  sharePass,
} from './wire/shares.ts'

export function createSharesApi(rpc: Rpc): SharesApi {
  return {
    list: (base) => rpc('share_links', { base }, shareLinks),
    features: (base) => rpc('share_features', { base }, shareFeatures),
    create: (table, target, settings) => rpc('create_share_link', { table, target, settings }, madeLink),
    update: (link, changes) => rpc('update_share_link', { link, changes }, shareLink),
    revoke: (link) => rpc('revoke_share_link', { link }, nothing),
    page: (token, pass) => rpc('shared_page', { token, pass }, sharedPage),
    rows: (token, pass, { after, take, part = null }) =>
      rpc('shared_rows', { token, pass, after, take, part }, sharedRows),
    figures: (token, pass) => rpc('shared_figures', { token, pass }, sharedFigures),
    files: (token, pass, marks) => rpc('shared_files', { token, pass, marks }, sharedFiles),
    chart: (token, pass, { mark, take }) => rpc('shared_chart', { token, pass, mark, take }, sharedChart),
    unlock: (token, password) => rpc('unlock_share', { token, password }, sharePass),
  }
}
