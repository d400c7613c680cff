import type { AppError } from '@plinth/domain'
import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { createPortal } from 'react-dom'
import { Toaster as SonnerToaster, toast as sonner } from 'sonner'

export interface ToastOptions {
  description?: string
  action?: { label: string; onAction: () => void }
  second?: { label: string; onAction: () => void }
  /** Milliseconds; errors stay 10 s, the rest 5 s. */
  durationMs?: number
  /** Two toasts with one id are one: the later replaces the earlier. */
  id?: string
}

/** Of an earlier toast with the same id, all goes: sonner alone would keep what the later one does not name. */
const nothing = { description: undefined, cancel: undefined, action: undefined } as object

function settings(options: ToastOptions, durationMs: number) {
  return {
    ...nothing,
    duration: options.durationMs ?? durationMs,
    ...(options.id ? { id: options.id } : {}),
    ...(options.description ? { description: options.description } : {}),
    ...(options.second ? { cancel: { label: options.second.label, onClick: options.second.onAction } } : {}),
    ...(options.action ? { action: { label: options.action.label, onClick: options.action.onAction } } : {}),
  }
}

/** Short messages about what has just happened; they are read out and can be dismissed. */
export const toast = {
  success(message: string, options: ToastOptions = {}) {
    return sonner.success(message, settings(options, 5_000))
  },
  info(message: string, options: ToastOptions = {}) {
    return sonner.info(message, settings(options, 5_000))
  },
  /** Takes a sentence or an error of the catalogue. */
  error(problem: string | AppError, options: ToastOptions = {}) {
    const message = typeof problem === 'string' ? problem : problem.message
    const hint = typeof problem === 'string' ? undefined : problem.hint
    return sonner.error(message, settings({ ...(hint ? { description: hint } : {}), ...options }, 10_000))
  },
  dismiss(id?: string | number) {
    sonner.dismiss(id)
  },
}

/** `isAtTop`: what is at the bottom of the window is not to be covered. */
export function Toaster({ isAtTop }: { isAtTop: boolean }) {
  return createPortal(
    // Beside the page: above what floats over it, and neither hidden nor held for outside by what is open.
    <div data-react-aria-top-layer="true">
      <SonnerToaster
        position={isAtTop ? 'top-center' : 'bottom-right'}
        gap={8}
        // In a pile the keyboard would stop at messages that others cover.
        expand
        closeButton
        icons={{
          success: <CircleCheck className="size-4" aria-hidden />,
          error: <CircleAlert className="size-4" aria-hidden />,
          info: <Info className="size-4" aria-hidden />,
        }}
      />
    </div>,
    document.body,
  )
}
