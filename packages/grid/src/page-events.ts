/** The browser's events over the body of the grid, as input of the machine. */
import type { GridInput, PointerInput } from './input/gesture.ts'
import type { KeyPress } from './input/key-press.ts'
import { viewX, viewY } from './units.ts'

/** Marks what floats over the grid, such as an editor: its events are its own. */
export const floatAttribute = 'data-grid-float'

/** `isHandled`: the browser is not to answer the event itself; `holdsPointer`: it is ours until it is let go. */
export interface InputAnswer {
  readonly isHandled: boolean
  readonly holdsPointer: boolean
}

/** Hands events on, with places in the pixels of the window. Answers how to stop. */
export function listenTo(
  { scroller, body }: { readonly scroller: HTMLElement; readonly body: HTMLElement },
  input: (input: GridInput) => InputAnswer,
): () => void {
  const controller = new AbortController()
  const { signal } = controller
  const isOurs = (event: Event): boolean => {
    const target = event.target
    if (!(target instanceof Element) || target.closest(`[${floatAttribute}]`)) return false
    return body.contains(target) || target === scroller
  }
  scroller.addEventListener(
    'pointerdown',
    (event) => {
      if (!isOurs(event) || isOnScrollbar(scroller, event)) return
      const { holdsPointer } = input(pointer('down', event))
      if (holdsPointer) scroller.setPointerCapture(event.pointerId)
    },
    { signal },
  )
  // The cell takes the focus itself; the browser would take it elsewhere after the press, and select text.
  scroller.addEventListener(
    'mousedown',
    (event) => {
      if (isOurs(event) && !isOnScrollbar(scroller, event)) event.preventDefault()
    },
    { signal },
  )
  scroller.addEventListener(
    'pointermove',
    (event) => {
      if (isOurs(event) || scroller.hasPointerCapture(event.pointerId)) input(pointer('move', event))
    },
    { signal },
  )
  scroller.addEventListener(
    'pointerup',
    (event) => {
      if (isOurs(event) || scroller.hasPointerCapture(event.pointerId)) input(pointer('up', event))
    },
    { signal },
  )
  scroller.addEventListener('pointercancel', () => void input({ type: 'cancel' }), { signal })
  scroller.addEventListener('pointerleave', () => void input({ type: 'out' }), { signal })
  window.addEventListener('blur', () => void input({ type: 'cancel' }), { signal })
  // The press of the button has asked already.
  scroller.addEventListener('contextmenu', (event) => isOurs(event) && event.preventDefault(), { signal })
  scroller.addEventListener(
    'keydown',
    (event) => {
      if (!isOurs(event)) return
      const { isHandled } = input({ type: 'key', press: pressOf(event) })
      if (!isHandled) return
      event.preventDefault()
      event.stopPropagation()
    },
    { signal },
  )
  return () => controller.abort()
}

/** Runs on Escape wherever the focus is, while it is asked for; nobody else gets the key then. Answers how to stop. */
export function onEscape(isAsked: () => boolean, act: () => void): () => void {
  const controller = new AbortController()
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !isAsked()) return
      event.preventDefault()
      event.stopPropagation()
      act()
    },
    { capture: true, signal: controller.signal },
  )
  return () => controller.abort()
}

function pressOf(event: KeyboardEvent): KeyPress {
  return {
    key: event.key,
    code: event.code,
    isCtrl: event.ctrlKey,
    isMeta: event.metaKey,
    isShift: event.shiftKey,
    isAlt: event.altKey,
    isAltGraph: event.getModifierState('AltGraph'),
    isComposing: event.isComposing,
  }
}

/** The bars are part of the element, but not of what it shows. */
function isOnScrollbar(scroller: HTMLElement, event: MouseEvent): boolean {
  const box = scroller.getBoundingClientRect()
  return event.clientX - box.left >= scroller.clientWidth || event.clientY - box.top >= scroller.clientHeight
}

const pointer = (type: PointerInput['type'], event: PointerEvent): PointerInput => ({
  type,
  x: viewX(event.clientX),
  y: viewY(event.clientY),
  button: event.button,
  isShift: event.shiftKey,
  isCtrl: event.ctrlKey,
  isMeta: event.metaKey,
  pointerType: event.pointerType === 'touch' || event.pointerType === 'pen' ? event.pointerType : 'mouse',
  time: event.timeStamp,
})
