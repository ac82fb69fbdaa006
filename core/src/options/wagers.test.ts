import { describe, expect, test } from 'vitest'
import { houseOf } from '../practice/edges.testing.ts'
import { SECOND } from '../base/instant.ts'
import { isRefused } from '../base/refusal.ts'
import { modelInstants, priceSale } from './model.rules.ts'
import {
  OPTION_TERMS,
  settle,
  settlingAmong,
  settlingStretch,
  strikeAmong,
  strikeStretch,
  type Bet,
} from './options.rules.ts'
import { bandsIn, gainOf, pathsIn, salePrice, turningPath, winnersOf, type SessionPath } from './wagers.testing.ts'
import { RULES } from './wagers.rules.testing.ts'

/* A sample of `wagers.long.ts`: one house instead of twenty, and one listing a day. */

const TIMEOUT = { timeout: 300_000 }
const paths: SessionPath[] = [...pathsIn(houseOf('exchange', 0), 1)]
const [path] = paths as [SessionPath]

describe('the columns come to what the rules of options say', () => {
  const SECONDS = 900
  const entries = Array.from({ length: 40 }, (_entry, n) => 1_860 + n * 501)
  const within = ({ after, until }: { after: number; until: number }) =>
    path.events.filter(({ at }) => at > after && at <= until)

  test.each(['up', 'down'] as const)('%s', (side) => {
    const bet: Bet = { side, stake: 100_00n, terms: OPTION_TERMS[1] }
    for (const at of entries) {
      const marketAt = path.events[at]!.at
      const times = { marketAt, expiresAt: marketAt + SECONDS * SECOND }
      const strike = strikeAmong(within(strikeStretch(times)))
      const { paid } = settle(bet, strike, settlingAmong(within(settlingStretch(times))))
      expect(gainOf(path, at, side, { name: '', seconds: SECONDS, every: 1 })).toBe(Number(paid - bet.stake) / 100)
      const now = at + 300
      const open = path.events[0]!.at - SECOND
      const twiceMids = modelInstants(path.events[now]!.at, open).map((instant) =>
        BigInt(path.mids[now - (path.events[now]!.at - instant) / SECOND]!),
      )
      const facts = {
        now: path.events[now]!.at,
        expiresAt: times.expiresAt,
        strike,
        quote: path.events[now]!,
        twiceMids,
      }
      const sale = priceSale(bet, facts)
      // The columns sum the squares in another order: a price may differ by a cent.
      expect(
        Math.abs(salePrice(path, { at, now, end: at + SECONDS, side }) - Number(isRefused(sale) ? NaN : sale.paid)),
      ).toBeLessThanOrEqual(1)
    }
  })
})

test('no rule wins', TIMEOUT, () => {
  expect(winnersOf(bandsIn([paths], RULES))).toEqual([])
})

test('prices whose minutes turn back by a tenth are found out', TIMEOUT, () => {
  const turned = paths.map((one) => turningPath(one, 0.1))
  const winners = winnersOf(bandsIn([turned], RULES.filter(({ name }) => name.startsWith('back after 60 s') && name.endsWith('for 60 s')))) // prettier-ignore
  expect(winners).not.toEqual([])
})
