import type {
  AppError,
  BaseId,
  Field,
  FieldId,
  RecordAction,
  RecordId,
  Table,
  TableId,
  ViewId,
  ViewQuery,
  ViewSection,
  WorkspaceId,
} from '@plinth/domain'
import { create } from 'zustand'

/**
 * The dialogs that can be opened from several places: menus, palette, empty states. Features ask for them by name;
 * `app/DialogHost.tsx` draws them, so that features need not know each other.
 */
export type OpenDialog =
  | { kind: 'palette' }
  | { kind: 'shortcuts' }
  | { kind: 'new-workspace' }
  | { kind: 'new-base'; workspace: WorkspaceId }
  | { kind: 'invite'; workspace: WorkspaceId; base?: BaseId }
  | { kind: 'view-as'; base: BaseId }
  /** Who may do what with a record (null: with some record), or one field of it, or why something was refused. */
  | {
      kind: 'access'
      table: TableId
      record: RecordId | null
      field?: FieldId | null
      action?: RecordAction
      problem?: AppError
    }
  /** Links for people without an account: to a view, to a record, or (null) all of the base. */
  | { kind: 'share'; base: BaseId; shared: SharedThing | null }
  | { kind: 'new-table'; base: BaseId }
  | { kind: 'edit-table'; base: BaseId; table: Pick<Table, 'id'> }
  | { kind: 'duplicate-table'; base: BaseId; table: Pick<Table, 'id' | 'name'> }
  | { kind: 'table-rules'; base: BaseId; table: Pick<Table, 'id' | 'name'> }
  /** A section of shared views; null: a new one, with this view in it. */
  | { kind: 'view-section'; base: BaseId; table: TableId; section: ViewSection | null; view: ViewId | null }
  | { kind: 'new-field'; base: BaseId; table: Table }
  | { kind: 'edit-field'; base: BaseId; table: Table; field: Field; focus?: 'name' }
  | { kind: 'merge-options'; base: BaseId; table: Table; field: Field }
  | { kind: 'workflow'; base: BaseId; table: Table; field: Field }
  | { kind: 'duplicate-field'; base: BaseId; table: Table; field: Field }
  | { kind: 'change-type'; base: BaseId; table: Table; field: Field }
  | { kind: 'indexes'; table: Table }
  | { kind: 'import'; base: BaseId; file?: File; into?: Table['id'] }
  /** `view`: what is looked at, offered beside the whole table. */
  | { kind: 'export'; base: BaseId; table: Table; view?: ViewQuery }

export type SharedThing =
  | { readonly table: TableId; readonly view: ViewId }
  | { readonly table: TableId; readonly record: RecordId }

interface DialogStore {
  open: OpenDialog | null
  show: (dialog: OpenDialog) => void
  close: () => void
}

export const useDialogs = create<DialogStore>((set) => ({
  open: null,
  show: (dialog) => set({ open: dialog }),
  close: () => set({ open: null }),
}))

export const showDialog = (dialog: OpenDialog): void => useDialogs.getState().show(dialog)
