import { expect, test } from 'vitest'
import { isRefused } from '../base/refusal.ts'
import { decidePeriod } from './requests.rules.ts'

// Friday 2026-11-20 at 15:00 UTC: 10:00 in New York, 16:00 in Madrid.
const NOW = Date.UTC(2026, 10, 20, 15)

// prettier-ignore
test.each([
  // the period                         from          to            now                             what it comes to
  ['yesterday alone',                   '2026-11-19', '2026-11-19', NOW,                            [Date.UTC(2026, 10, 19, 5), Date.UTC(2026, 10, 20, 5)]],
  ['today',                             '2026-11-19', '2026-11-20', NOW,                            'backtest_period'],
  ['today, a moment before midnight',   '2026-11-20', '2026-11-20', Date.UTC(2026, 10, 21, 5) - 1,  'backtest_period'],
  ['today, once it is over',            '2026-11-20', '2026-11-20', Date.UTC(2026, 10, 21, 5),      [Date.UTC(2026, 10, 20, 5), Date.UTC(2026, 10, 21, 5)]],
  ['an end before its beginning',       '2026-11-19', '2026-11-18', NOW,                            'backtest_period'],
  ['no day of the calendar',            '2026-02-30', '2026-03-02', NOW,                            'backtest_period'],
  ['366 days',                          '2025-11-19', '2026-11-19', NOW,                            [Date.UTC(2025, 10, 19, 5), Date.UTC(2026, 10, 20, 5)]],
  ['367 days',                          '2025-11-18', '2026-11-19', NOW,                            'backtest_too_long'],
] as const)('%s', (_line, from, to, now, answer) => {
  const period = decidePeriod({ from, to }, 'XNYS', now)
  expect(isRefused(period) ? period.refused : [period.from, period.to]).toEqual(answer)
})

test('a refused period says the latest day', () => {
  expect(decidePeriod({ from: '2026-11-20', to: '2026-11-20' }, 'XMAD', NOW)).toMatchObject({
    detail: { latest: '2026-11-19' },
  })
})
