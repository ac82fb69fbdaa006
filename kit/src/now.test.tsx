// @vitest-environment jsdom
import { act } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SECOND } from '@lonja/core/base/instant'
import { useNow, useToday } from './now.ts'
import { show, withHouse } from './screens.testing.tsx'

withHouse()

/** In Madrid it is 23:59:40 on 27 November. */
const BEFORE_MIDNIGHT = Date.parse('2026-11-27T22:59:40Z')

beforeEach(() => vi.useFakeTimers({ now: BEFORE_MIDNIGHT, toFake: ['Date', 'setInterval', 'clearInterval'] }))
afterEach(() => vi.useRealTimers())

const Now = () => <p>{useNow(10 * SECOND)}</p>
const Today = () => <p>{useToday()}</p>

test('the time goes on', () => {
  const page = show(<Now />)
  act(() => void vi.advanceTimersByTime(25 * SECOND))
  expect(page.getByText(String(BEFORE_MIDNIGHT + 20 * SECOND))).toBeTruthy()
})

test('the day stands until midnight in Madrid, and then is the next', () => {
  const page = show(<Today />)
  expect(page.getByText(String(BEFORE_MIDNIGHT))).toBeTruthy()
  act(() => void vi.advanceTimersByTime(30 * SECOND))
  const next = String(BEFORE_MIDNIGHT + 30 * SECOND)
  expect(page.getByText(next)).toBeTruthy()
  act(() => void vi.advanceTimersByTime(90 * SECOND))
  expect(page.getByText(next)).toBeTruthy()
})
