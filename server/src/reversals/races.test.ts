import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CustomerId } from '@lonja/core/base/ids'
import { startOver } from '@lonja/core/leaving.contract'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { listReversals } from '@lonja/core/reversals/reversals.contract'
import { checkBooks } from '../books.ts'
import { newId } from '../base/ids.ts'
import { listEntriesOf } from '../ledger/entries.store.ts'
import { codesIn } from '../notices/notices.testing.ts'
import type { TestSeat } from '../staff/staff.testing.ts'
import type { CallAnswer } from '../testing/ask.ts'
import type { TestHouse } from '../testing/house.ts'
import { judge, payerIn, submit, TRADING, type Payer } from '../withdrawals/withdrawals.testing.ts'
import { owedBy } from './reversals.actions.ts'
import { askReversal, judgeReversal, moneyIn, openWithTreasurers, placeIn, quoteIn } from './reversals.testing.ts'

let house: TestHouse
let seats: readonly [TestSeat, TestSeat, TestSeat]
beforeAll(async () => {
  ;({ house, seats } = await openWithTreasurers())
})
afterAll(() => house.close())

const outcomeOf = ({ status, error }: CallAnswer): string => (status === 200 ? 'accepted' : (error ?? ''))

test('two reversals of one credit: both parts are never more than it', async () => {
  const who = await house.customer()
  const answers = await Promise.all(
    ['60000.00', '60000.00', '40000.00'].map((amount) => askReversal(house, seats[0], who.id, amount)),
  )
  const sum = answers.reduce((all, answer, n) => all + (answer.status === 200 ? [60_000, 60_000, 40_000][n]! : 0), 0)
  expect(sum).toBeLessThanOrEqual(100_000)
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
  expect(
    answers.filter(({ error }) => error === 'more_than_credited' || error === 'credit_reversed').length,
  ).toBeGreaterThan(0)
})

test('the second approval twice, by two seats: it is posted once', async () => {
  const who = await house.customer()
  const { review } = (await askReversal(house, seats[0], who.id, '7.00')).data as { review: string }
  await judgeReversal(house, seats[0], review)
  const answers = await Promise.all(
    [seats[1], seats[2]].map((seat) => judgeReversal(house, seat, review).catch(() => null)),
  )
  expect(answers.filter((answer) => answer?.status === 200)).toHaveLength(1)
  expect((await moneyIn(house, who)).free).toBe('99993.00')
  expect((await house.ask(listReversals, {}, { token: who.token })).data.rows).toHaveLength(1)
})

/** The postings of a customer, oldest first, each by the kinds of its entries. */
async function postingsOf(customer: CustomerId): Promise<string[]> {
  const all = { kind: null, asset: null, cause: null, from: null, to: null, after: null }
  const entries = (await house.db.read((tx) => listEntriesOf(tx, customer, all, 100))).toReversed()
  const numbers = [...new Set(entries.map(({ posting }) => posting))]
  return numbers.map((number) => entries.flatMap(({ posting, kind }) => (posting === number ? kind : [])).join(' '))
}

type Race = () => Promise<CallAnswer | void>

/** The end of a race, as it follows from its winner. Nothing is free then, but the new grant of a start that came last. */
interface End {
  readonly acted: string
  readonly money: { readonly free: string; readonly held: string; readonly owed: string }
  readonly postings: readonly string[]
  /** The notices that an approved withdrawal is in its queue again. */
  readonly recalled: number
}

const end = (acted: string, [free, held, owed]: readonly string[], postings: readonly string[], recalled = 0): End => ({
  acted,
  money: { free: `${free}`, held: `${held}`, owed: `${owed}` },
  postings: ['grant', ...postings],
  recalled,
})

/** Nothing is owed, and nothing is left to spend. */
const NOTHING = ['0.00', '0.00', '0.00']
const REVERSED = 'debt reversal'

/** One after the other, which has one end, or at the same instant, which has one of both. */
const RUN = {
  act: async (act: Race, reverse: Race) => [await act(), await reverse()],
  reversal: async (act: Race, reverse: Race) => [await reverse(), await act()].toReversed(),
  together: (act: Race, reverse: Race) => Promise.all([act(), reverse()]),
}

interface Contest {
  /** Done before the race; it returns what races against the second approval. */
  readonly prepare: (who: Payer) => Promise<Race>
  readonly wins: End
  readonly loses: End
}

// prettier-ignore
test.each<[string, Contest]>([
  ['an order', {
    prepare: async (who) => () => placeIn(house, who, '90000'),
    wins: end('accepted', ['0.00', '91891.80', '91891.80'], ['hold', REVERSED]),
    loses: end('insufficient_balance', NOTHING, ['reversal']),
  }],
  ['a fill', {
    prepare: async (who) => {
      await placeIn(house, who, '50000')
      return () => quoteIn(house, 100n)
    },
    wins: end('nothing', ['0.00', '0.00', '50050.00'], ['hold', 'buy fee release buy', REVERSED]),
    loses: end('nothing', ['0.00', '0.00', '50050.00'], ['hold', REVERSED, 'buy fee release buy debt_paid']),
  }],
  ['a withdrawal', {
    prepare: async (who) => () => submit(house, who, { amount: '90000.00' }),
    wins: end('accepted', ['0.00', '90000.00', '90000.00'], ['hold', REVERSED]),
    loses: end('insufficient_balance', NOTHING, ['reversal']),
  }],
  ['the approval of a withdrawal', {
    prepare: async (who) => {
      const { id } = (await submit(house, who, { amount: '500.00' })).data as { id: string }
      return () => judge(house, seats[2], id, 'approve')
    },
    wins: end('accepted', ['0.00', '500.00', '500.00'], ['hold', REVERSED], 1),
    loses: end('customer_owes', ['0.00', '500.00', '500.00'], ['hold', REVERSED]),
  }],
  ['a new start', {
    prepare: async ({ token }) => () => {
      const id = newId()
      return house.ask(startOver, { id, password: TRADING }, { token, key: id })
    },
    wins: end('accepted', NOTHING, ['handed_back grant', 'reversal']),
    loses: end('accepted', ['100000.00', '0.00', '0.00'], ['reversal', 'grant']),
  }],
])('a reversal against %s: one of them is first, and the other one finds what it left', async (_against, { prepare, wins, loses }) => {
  for (const [order, ends] of [['act', [wins]], ['reversal', [loses]], ['together', [wins, loses]]] as const) {
    await quoteIn(house, 100n)
    const who = await payerIn(house)
    const act = await prepare(who)
    const { review } = (await askReversal(house, seats[0], who.id, '100000.00')).data as { review: string }
    await judgeReversal(house, seats[0], review)
    const [acted, reversed] = await RUN[order](act, () => judgeReversal(house, seats[1], review))
    expect(reversed).toMatchObject({ status: 200, data: { outcome: 'decided', state: 'approved' } })
    const { free, held, owed } = await moneyIn(house, who)
    const codes = codesIn((await house.ask(listNotices, {}, { token: who.token })).data.data)
    expect(ends).toContainEqual({
      acted: acted ? outcomeOf(acted) : 'nothing',
      money: { free, held, owed },
      postings: await postingsOf(who.id),
      recalled: codes.filter((code) => code === 'withdrawal_recalled').length,
    })
    const debts = await house.db.read((tx) => owedBy(tx, who.id))
    expect(debts).toEqual(owed === '0.00' ? [] : [{ asset: 'EUR', units: BigInt(owed.replace('.', '')) }])
    expect((await house.ask(listReversals, {}, { token: who.token })).data.rows).toHaveLength(1)
    expect(await house.db.read(checkBooks)).toEqual([])
  }
})
