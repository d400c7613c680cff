/**
 * For the one field or button of a dialog or a single-purpose page that a person came for. There, moving the focus is
 * what the dialog pattern of ARIA asks for; elsewhere it must not be used.
 */
export const firstFocus = { autoFocus: true } as const
