/**
 * Somebody types into a cell whose record is deleted by another person. What they type on is not meant for the record that stands there
 * then: it is passed over, until they pause.
 */
import type { GridCommand } from '@plinth/grid'

const pauseMs = 1_000

export class CutTyping {
  readonly #now: () => number
  #until = 0

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** The cell is gone. */
  cut(): void {
    this.#until = this.#now() + pauseMs
  }

  /** Is what is typed now meant for the cell that is gone? */
  passesOver(command: GridCommand): boolean {
    const isMeant = isTyping(command) && this.#now() < this.#until
    if (isMeant) this.cut()
    return isMeant
  }
}

/** Texts; Space, which opens the record or checks a box where nothing is typed; Backspace and Delete, which empty its cell. */
const isTyping = (command: GridCommand): boolean =>
  command.kind === 'edit' ? command.text !== null : ['open', 'toggle', 'clear'].includes(command.kind)
