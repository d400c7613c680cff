import type { ViewsApi } from '@plinth/domain'
import type { Rpc } from './rpc.ts'
import { nothing } from './wire/nothing.ts'
import { arrangement, moved, moves as movesShape, view as viewShape } from './wire/views.ts'

export function createViewsApi(rpc: Rpc): ViewsApi {
  return {
    create: (table, { id, ...definition }) => rpc('create_view', { table, view: id, definition }, viewShape),
    update: (view, changes) => rpc('update_view', { view, changes }, viewShape),
    move: (view, position) => rpc('move_view', { view, position }, nothing),
    arrange: (table, before, after) => rpc('arrange_views', { table, before, after }, arrangement),
    delete: (view) => rpc('delete_view', { view }, nothing),
    restore: (view) => rpc('restore_view', { view }, viewShape),
    moveRecords: (view, records, before) => rpc('move_records', { view, records, before }, movesShape),
    replacePlaces: (view, moves) => rpc('replace_places', { view, moves }, moved),
    duplicate: (view, { id, name, isShared }) =>
      rpc('duplicate_view', { view, copy: id, name, is_shared: isShared }, viewShape),
  }
}
