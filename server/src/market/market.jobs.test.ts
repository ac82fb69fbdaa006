import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Instrument } from '@lonja/core/market/market.contract'
import { openLog } from '../base/log.ts'
import { INDEX, START } from '../orders/orders.testing.ts'
import { warmMarket } from './market.jobs.ts'

const index: Instrument = { listing: INDEX, kind: 'index', name: 'IX', sector: 'none', sharesInIssue: 0n, profile: {} }
const figures = new Float64Array()
const board = { at: START, listings: [], last: figures, previousClose: figures, volume: figures }
const none = { at: [], open: [], high: [], low: [], close: [], volume: [] }
/** While the house is busy it warms one step a second. This is long enough for all of them. */
const LONG_MS = 300_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('warming asks for 400 days of each index, a few at a time, and ends', () => {
  const bounds: number[] = []
  const candles = (_listing: unknown, _interval: unknown, { from, to }: { from: number; to: number }) => {
    bounds.push(from, to)
    return none
  }
  const did: string[] = []
  const record = (what: string) => (did.push(what), board)
  const warmed = {
    instruments: [index],
    now: () => START,
    candles,
    board: () => record('board'),
    *warmBoard() {
      for (const step of [1, 2, 3]) yield record(`step ${step}`)
    },
  }
  warmMarket(warmed, openLog('silent'))
  vi.advanceTimersByTime(LONG_MS)
  expect(bounds).toHaveLength(2 * 200)
  expect([Math.max(...bounds), Math.min(...bounds)]).toEqual([START, START - 400 * 24 * 3_600_000])
  expect(did).toEqual(['step 1', 'step 2', 'step 3', 'board'])
  expect(vi.getTimerCount()).toBe(0)
})

test('an error while the market is warmed is logged once and ends only the warming', () => {
  const lines: string[] = []
  const log = openLog('warn', { write: (line: string) => void lines.push(line) })
  const candles = () => {
    throw new Error('no such day')
  }
  warmMarket({ instruments: [index], now: () => START, board: () => board, warmBoard: () => [], candles }, log)
  expect(() => vi.advanceTimersByTime(LONG_MS)).not.toThrow()
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('no such day')
  expect(vi.getTimerCount()).toBe(0)
})
