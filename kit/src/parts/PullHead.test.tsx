// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { show, withHouse } from '../screens.testing.tsx'
import { Screen } from './Screen.tsx'

const wire = withHouse()
beforeEach(() => {
  // A pixel of the specification is one of the window.
  document.documentElement.style.fontSize = '16px'
})

/** Pulls the page down by a finger's way, half of which the head follows. */
async function pull(by: number, onRefresh: () => Promise<unknown>): Promise<void> {
  show(
    <Screen title="Nombres" onRefresh={onRefresh}>
      <p>fila 1</p>
    </Screen>,
  )
  await expect.poll(() => document.querySelector('[data-pull="rest"]')).not.toBeNull()
  const scroller = document.querySelector('[data-scroller]')!
  const touch = (type: string, clientY: number) => {
    const event = new Event(type, { bubbles: true, cancelable: true })
    act(() => void scroller.dispatchEvent(Object.assign(event, { touches: [{ clientY }] })))
  }
  touch('touchstart', 100)
  touch('touchmove', 100 + by)
  touch('touchend', 100 + by)
}

// prettier-ignore
test.each<[string, by: number, outcome: unknown, refreshes: number, messages: readonly string[]]>([
  ['far enough',                       90, undefined,          1, ['Actualizado']],
  ['a pixel too little',               89, undefined,          0, []],
  ['and all of the page is reloaded',  90, true,               1, ['Actualizado']],
  ['and a part of the page fails',     90, false,              1, []],
  ['and its read succeeds',            90, { isError: false }, 1, ['Actualizado']],
  ['and its read fails',               90, { isError: true },  1, []],
])('pulled %s', async (_how, by, outcome, refreshes, messages) => {
  let calls = 0
  await pull(by, async () => {
    calls += 1
    return outcome
  })
  await expect.poll(() => document.querySelector('[data-pull="rest"]')).not.toBeNull()
  expect([calls, wire.toasts]).toEqual([refreshes, messages])
})
