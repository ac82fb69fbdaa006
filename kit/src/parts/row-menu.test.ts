import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followRowMenu } from './row-menu.ts'

/** A minimal page for the listener: events with a target that knows its row. */
class Stub extends EventTarget {
  readonly dataset: Record<string, string>
  readonly firstElementChild = null
  readonly textContent = ' BVE '
  constructor(menu: string | null, name?: string) {
    super()
    this.dataset = { ...(menu === null ? {} : { menu }), ...(name === undefined ? {} : { name }) }
  }
  closest = (): Stub | null => (this.dataset['menu'] === undefined ? null : this)
}

const opened: string[] = []
let page: EventTarget
let leave: () => void
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('Element', Stub)
  opened.length = 0
  page = new EventTarget()
  leave = followRowMenu(page as Document, (menu, name) => opened.push(`${menu} ${name}`))
})
afterEach(() => {
  leave()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const row = new Stub('XMAD:BVE', 'Bahía')
const elsewhere = new Stub(null)
function send(type: string, target: Stub = row, facts: object = {}): Event {
  const event = new Event(type, { cancelable: true })
  const values = { target, button: 0, isPrimary: true, clientX: 100, clientY: 100, detail: 1, ...facts }
  for (const [name, value] of Object.entries(values)) Object.defineProperty(event, name, { value })
  page.dispatchEvent(event)
  return event
}

test('held for 350 ms it opens, a millisecond less it does not', () => {
  send('pointerdown')
  vi.advanceTimersByTime(349)
  expect(opened).toEqual([])
  vi.advanceTimersByTime(1)
  expect(opened).toEqual(['XMAD:BVE Bahía'])
})

test.each([
  ['lifted before', 'pointerup', {}],
  ['taken over by a scroll', 'pointercancel', {}],
  ['moved by 11 px', 'pointermove', { clientX: 111 }],
])('%s, it does not open', (_what, type, facts) => {
  send('pointerdown')
  vi.advanceTimersByTime(300)
  send(type, row, facts)
  vi.advanceTimersByTime(1_000)
  expect(opened).toEqual([])
})

test('a finger may move by 10 px; another button, another finger and another place open nothing', () => {
  send('pointerdown')
  send('pointermove', row, { clientX: 110 })
  vi.advanceTimersByTime(350)
  expect(opened).toHaveLength(1)
  for (const facts of [{ button: 2 }, { isPrimary: false }]) send('pointerdown', row, facts)
  send('pointerdown', elsewhere)
  vi.advanceTimersByTime(1_000)
  expect(opened).toHaveLength(1)
})

test('the click that ends the press is swallowed, wherever it falls; the next one is not, nor one of the keyboard', () => {
  send('pointerdown')
  vi.advanceTimersByTime(350)
  send('pointerup')
  expect(send('click', row, { detail: 0 }).defaultPrevented).toBe(false)
  expect(send('click', elsewhere).defaultPrevented).toBe(true)
  expect(send('click').defaultPrevented).toBe(false)
  send('pointerdown')
  vi.advanceTimersByTime(350)
  send('pointerup')
  vi.advanceTimersByTime(401)
  expect(send('click').defaultPrevented).toBe(false)
})

test('the context menu opens it once, by key or by a right click, and after a press not again', () => {
  expect(send('contextmenu').defaultPrevented).toBe(true)
  expect(opened).toHaveLength(1)
  expect(send('contextmenu', elsewhere).defaultPrevented).toBe(false)
  send('pointerdown')
  vi.advanceTimersByTime(350)
  expect(send('contextmenu').defaultPrevented).toBe(true)
  expect(opened).toHaveLength(2)
})
