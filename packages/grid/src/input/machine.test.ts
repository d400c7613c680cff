import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GridHit } from '../model/grid-hit.ts'
import { placeOf } from '../select/place.ts'
import { at } from '../select/testing.ts'
import { rowIndex } from '../units.ts'
import { holdsPointer, wantsTicks } from './machine.ts'
import { box, cellAt, cellPart, gutterAt, selected, TestGrid } from './testing.ts'

const cursor = ({ context }: TestGrid) => placeOf(context.table, context.selection.cursor)
const touch = { pointerType: 'touch' } as const
const ctrl = { isCtrl: true } as const
const shift = { isShift: true } as const

const menuAt = (place: readonly [number, number]) => [{ kind: 'menu', at: { x: place[0], y: place[1] } }]

const scrolled = (y: number) => {
  const grid = new TestGrid().drag(cellAt(1, 1), [200, y])
  for (let frame = 0; frame < 30; frame += 1) grid.wait(16)
  return grid
}

const tap = (grid: TestGrid, place: readonly [number, number]) => grid.click(place, touch)

describe('a click', () => {
  it('selects, and with Shift and Ctrl makes ranges', () => {
    const grid = new TestGrid().click(cellAt(2, 1))
    expect(selected(grid)).toEqual([box(2, 1, 2, 1)])
    grid.click(cellAt(4, 3), shift)
    expect(selected(grid)).toEqual([box(2, 1, 4, 3)])
    grid.click(cellAt(7, 0), ctrl).click(cellAt(8, 1), shift)
    expect(selected(grid)).toEqual([box(2, 1, 4, 3), box(7, 0, 8, 1)])
    expect(grid.state.name).toBe('idle')
  })

  it('edits when it is a double one, on one cell and in time', () => {
    const edit = [{ kind: 'edit', text: null }]
    expect(new TestGrid().click(cellAt(2, 1)).pause(300).click(cellAt(2, 1)).commands()).toEqual(edit)
    expect(new TestGrid().click(cellAt(2, 1)).pause(900).click(cellAt(2, 1)).commands()).toEqual([])
    expect(new TestGrid().click(cellAt(2, 1)).click(cellAt(2, 2)).commands()).toEqual([])
    const thrice = new TestGrid().click(cellAt(2, 1)).click(cellAt(2, 1)).click(cellAt(2, 1))
    expect(thrice.commands()).toEqual(edit)
  })

  it('toggles a checkbox, unless nothing may be changed', () => {
    const grid = new TestGrid()
    grid.part = cellPart('check')
    expect(grid.click(cellAt(2, 1)).commands()).toEqual([{ kind: 'toggle' }])
    expect(cursor(grid)).toEqual(at(2, 1))
    const still = new TestGrid({ isReadOnly: true })
    still.part = cellPart('check')
    expect(still.click(cellAt(2, 1)).commands()).toEqual([])
  })

  it('follows a link on the second click, and leaves those for a new tab to the browser', () => {
    const grid = new TestGrid()
    grid.part = cellPart('link')
    expect(grid.click(cellAt(2, 1)).commands()).toEqual([])
    expect(grid.pause(900).click(cellAt(2, 1)).commands()).toEqual([{ kind: 'follow' }])
    for (const more of [ctrl, { button: 1 }]) {
      grid.pointer('down', cellAt(2, 1), more)
      expect(grid.isHandled).toBe(false)
      expect(grid.taken()).toEqual([])
    }
  })

  it('chooses, toggles and opens rows in the gutter', () => {
    const grid = new TestGrid().click(gutterAt(2))
    expect(selected(grid)).toEqual([box(2, 0, 2, 5)])
    grid.click(gutterAt(4), shift)
    expect(selected(grid)).toEqual([box(2, 0, 4, 5)])
    grid.part = { zone: 'gutter', row: rowIndex(3), part: 'select' }
    grid.click(gutterAt(3))
    expect(selected(grid)).toEqual([box(2, 0, 2, 5), box(4, 0, 4, 5)])
    grid.part = { zone: 'gutter', row: rowIndex(6), part: 'open' }
    expect(grid.click(gutterAt(6)).commands()).toEqual([{ kind: 'open' }])
    expect(cursor(grid)).toEqual(at(6, 0))
  })

  it('adds a row, and opens and closes a group', () => {
    const grid = new TestGrid()
    grid.part = { zone: 'add-row' }
    expect(grid.click([100, 100]).commands()).toEqual([{ kind: 'add-row', where: 'end' }])
    grid.part = { zone: 'group', key: 'g', part: 'toggle' }
    expect(grid.click([100, 100]).commands()).toEqual([{ kind: 'toggle-group', key: 'g' }])
    expect(grid.context.selection.stop).toEqual({ group: 'g' })
  })

  it('with the other button opens a menu of what is selected there, else of the cell', () => {
    const grid = new TestGrid().drag(cellAt(1, 1), cellAt(3, 3)).pointer('up', cellAt(3, 3))
    grid.taken()
    expect(grid.pointer('down', cellAt(2, 2), { button: 2 }).commands()).toEqual(menuAt(cellAt(2, 2)))
    expect(selected(grid)).toEqual([box(1, 1, 3, 3)])
    grid.pointer('down', cellAt(6, 2), { button: 2 })
    expect(selected(grid)).toEqual([box(6, 2, 6, 2)])
    const mac = new TestGrid({ isMac: true }).pointer('down', cellAt(2, 2), ctrl)
    expect(mac.commands()).toEqual(menuAt(cellAt(2, 2)))
  })
})

describe('a drag', () => {
  it('selects cells, only once it has moved', () => {
    const grid = new TestGrid().pointer('down', cellAt(1, 1)).pointer('move', [203, 46])
    expect(grid.state.name).toBe('pointing')
    grid.pointer('move', cellAt(4, 2))
    expect(selected(grid)).toEqual([box(1, 1, 4, 2)])
    expect(holdsPointer(grid.state)).toBe(true)
    expect(grid.pointer('up', cellAt(4, 2)).state.name).toBe('idle')
  })

  it('is the same with a pen', () => {
    const grid = new TestGrid().drag(cellAt(1, 1), cellAt(4, 2), { pointerType: 'pen' })
    expect(selected(grid)).toEqual([box(1, 1, 4, 2)])
  })

  it('scrolls beyond an edge, the faster the further, and selects what comes into sight', () => {
    const [inside, near, far] = [scrolled(150), scrolled(310), scrolled(380)] as const
    expect(inside.scrollTop).toBe(0)
    expect(near.scrollTop).toBeGreaterThan(100)
    expect(far.scrollTop).toBeGreaterThan(near.scrollTop * 1.5)
    expect(selected(near)[0]?.bottom).toBe(Math.floor((299 + near.scrollTop) / 30))
    const back = scrolled(-40)
    expect(back.scrollTop).toBe(0)
  })

  it('does not jump after a pause', () => {
    const grid = new TestGrid().drag(cellAt(1, 1), [200, 310]).wait(16).wait(60_000)
    expect(grid.scrollTop).toBeLessThan(110)
  })

  it('chooses rows down the gutter, and never scrolls sideways there', () => {
    const grid = new TestGrid().drag(gutterAt(2), gutterAt(5))
    expect(selected(grid)).toEqual([box(2, 0, 5, 5)])
    grid.wait(16).wait(16)
    expect(grid.taken().some(({ kind }) => kind === 'autoscroll')).toBe(false)
  })

  it('is undone by Escape and by what takes the pointer away, and takes no other key', () => {
    for (const end of ['Escape', 'cancel']) {
      const grid = new TestGrid().click(cellAt(9, 4)).click(cellAt(6, 0), ctrl)
      const before = grid.context.selection
      grid.drag(cellAt(1, 1), cellAt(4, 2)).key('Delete')
      expect(grid.isHandled).toBe(true)
      grid.taken()
      if (end === 'Escape') grid.key('Escape')
      else grid.give({ type: 'cancel' })
      expect(grid.context.selection).toEqual(before)
      expect(grid.state.name).toBe('idle')
      expect(grid.commands()).toEqual([])
    }
  })
})

describe('a finger', () => {
  it('selects by a tap and edits by a second one, however late', () => {
    const grid = tap(new TestGrid(), cellAt(2, 1))
    expect(selected(grid)).toEqual([box(2, 1, 2, 1)])
    expect(grid.commands()).toEqual([])
    expect(tap(grid.pause(5000), cellAt(2, 1)).commands()).toEqual([{ kind: 'edit', text: null }])
  })

  it('scrolls when it moves, and is the browser’s then', () => {
    const grid = new TestGrid()
    const before = grid.context.selection
    grid.drag(cellAt(2, 1), cellAt(5, 1), touch)
    expect([grid.isHandled, holdsPointer(grid.state), wantsTicks(grid.state)]).toEqual([false, false, true])
    grid.wait(800).give({ type: 'cancel' })
    expect(grid.context.selection).toBe(before)
    expect(grid.taken()).toEqual([])
    expect(grid.state.name).toBe('idle')
  })

  it('opens the menu by a long press, once, and is no tap after it', () => {
    const grid = new TestGrid().pointer('down', cellAt(2, 1), touch).wait(300)
    expect(grid.commands()).toEqual([])
    grid.wait(300).wait(300)
    expect(grid.commands()).toMatchObject([{ kind: 'menu' }])
    expect(selected(grid)).toEqual([box(2, 1, 2, 1)])
    expect(grid.pointer('up', cellAt(2, 1), touch).commands()).toEqual([])
  })

  it('pulls a range by its knobs, the other corner stays', () => {
    const grid = tap(new TestGrid(), cellAt(4, 2))
    grid.part = cellPart('first-handle', 4, 2)
    grid.pointer('down', cellAt(4, 2), touch)
    grid.part = null
    expect(holdsPointer(grid.state)).toBe(true)
    grid.pointer('move', cellAt(2, 1), touch)
    expect(selected(grid)).toEqual([box(2, 1, 4, 2)])
  })
})

describe('keys', () => {
  it('move, and bring what they come to into sight', () => {
    const grid = new TestGrid().click(cellAt(2, 1))
    grid.taken()
    grid.key('ArrowDown')
    expect(grid.taken().at(-1)).toEqual({ kind: 'reveal', place: at(3, 1) })
    grid.key('ArrowRight', shift)
    expect(selected(grid)).toEqual([box(3, 1, 3, 2)])
  })

  it('lead to the header, and by Tab out of the grid, which the browser goes on with', () => {
    const grid = new TestGrid().key('ArrowUp')
    expect([grid.taken(), grid.isHandled]).toEqual([[{ kind: 'leave', to: 'header' }], true])
    grid.key('Tab', shift)
    expect([grid.taken(), grid.isHandled]).toEqual([[{ kind: 'leave', to: 'before' }], false])
  })

  it('ask for commands; those of a composition go on to the editor', () => {
    const grid = new TestGrid().key('x')
    expect([grid.commands(), grid.isHandled]).toEqual([[{ kind: 'edit', text: 'x' }], true])
    grid.key('Process')
    expect([grid.commands(), grid.isHandled]).toEqual([[{ kind: 'edit', text: null }], false])
  })
})

describe('an open editor', () => {
  it('has the keys, and stores what it holds when the grid is pressed', () => {
    const grid = new TestGrid().give({ type: 'editor', isOpen: true }).key('Delete')
    expect([grid.taken(), grid.isHandled]).toEqual([[], false])
    grid.pointer('down', cellAt(2, 1))
    expect(grid.taken()[0]).toEqual({ kind: 'commit-edit' })
    expect(grid.state.name).toBe('pointing')
    expect(selected(grid)).toEqual([box(2, 1, 2, 1)])
  })

  it('comes back to idle, and ends what was under way when it opened', () => {
    const grid = new TestGrid().drag(cellAt(1, 1), cellAt(2, 2)).give({ type: 'editor', isOpen: true })
    expect(grid.state.name).toBe('editing')
    expect(grid.give({ type: 'editor', isOpen: false }).state.name).toBe('idle')
  })
})

describe('hovering', () => {
  it('tells what lies under the pointer when that changes', () => {
    const grid = new TestGrid().pointer('move', cellAt(1, 1)).pointer('move', cellAt(1, 1))
    expect(grid.taken().filter(({ kind }) => kind === 'hover')).toHaveLength(1)
    grid.part = cellPart('fill-handle')
    expect(grid.pointer('move', cellAt(1, 1)).taken()).toContainEqual({ kind: 'cursor', style: 'crosshair' })
    expect(grid.give({ type: 'out' }).taken()).toEqual([{ kind: 'hover', hit: null }])
    expect(grid.pointer('move', cellAt(1, 1), touch).taken()).toEqual([])
  })
})

it('always comes back to rest, with the selection from before what was given up', () => {
  const spot = fc.tuple(fc.integer({ min: -50, max: 700 }), fc.integer({ min: -100, max: 400 }))
  const part = fc.option(
    fc.constantFrom<GridHit>(
      cellPart('check'),
      cellPart('link'),
      cellPart('fill-handle'),
      cellPart('last-handle'),
      { zone: 'gutter', row: rowIndex(3), part: 'select' },
      { zone: 'group', key: 'g', part: 'body' },
      { zone: 'add-row' },
      { zone: 'nothing' },
    ),
  )
  const act = fc.oneof(
    fc.record({
      type: fc.constantFrom('down' as const, 'move' as const, 'up' as const),
      spot,
      part,
      more: fc.record({
        isShift: fc.boolean(),
        isCtrl: fc.boolean(),
        button: fc.constantFrom(0, 0, 0, 1, 2),
        pointerType: fc.constantFrom('mouse' as const, 'pen' as const, 'touch' as const),
      }),
    }),
    fc.record({ type: fc.constant('wait' as const), ms: fc.nat(700) }),
    fc.record({
      type: fc.constant('key' as const),
      key: fc.constantFrom('ArrowDown', 'Tab', ' ', 'Enter', 'Escape', 'a'),
      isShift: fc.boolean(),
    }),
  )
  fc.assert(
    fc.property(
      fc.array(act, { maxLength: 40 }),
      fc.boolean(),
      fc.boolean(),
      (acts, canMoveRows, isReadOnly) => {
        const grid = new TestGrid({ canMoveRows, isReadOnly })
        for (const next of acts) {
          if (next.type === 'wait') grid.wait(next.ms)
          else if (next.type === 'key') grid.key(next.key, { isShift: next.isShift })
          else {
            grid.part = next.part
            grid.pointer(next.type, next.spot, next.more)
          }
          expect(cursor(grid)).not.toBeNull()
        }
        const { state } = grid
        const before = 'before' in state ? state.before : grid.context.selection
        grid.give({ type: 'cancel' })
        expect(grid.state.name).toBe('idle')
        expect(grid.context.selection).toEqual(before)
      },
    ),
  )
})
