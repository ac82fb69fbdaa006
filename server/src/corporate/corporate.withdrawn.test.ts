import { expect, test } from 'vitest'
import { priceE4 } from '@lonja/core/base/amount'
import type { MarketAction } from '@lonja/core/market/actions'
import type { PastMarket } from '../market/market.past.shape.ts'
import { ABC } from '../orders/orders.testing.ts'
import { buyAtTen, codesOf, dividendOf, figuresAt, freeOf, onlyAction, openActionFloor } from './corporate.testing.ts'
import { heldBy } from './corporate.jobs.ts'
import { listActionRows, listWithdrawnRows } from './corporate.store.ts'
import { checkActions } from './corporate.verify.ts'

/** An announced action that is withdrawn before its ex-day, as a later file of a live feed does. */

const FIRST: MarketAction = dividendOf(2_500n)
const AGAIN: MarketAction = { ...dividendOf(10_000n), announcedAt: FIRST.announcedAt + 1 }

test('is told to whoever was told of it, once, and is never carried out', async () => {
  const announced = [FIRST]
  const withdrawn: MarketAction[] = []
  const floor = await openActionFloor(announced, withdrawn)
  const [holder, other] = [await floor.customer({ USD: 100_000n }), await floor.customer({ USD: 100_000n })]
  await buyAtTen(floor, holder, 10n)
  floor.quotes.figures.set(ABC, figuresAt(1_000n))
  await floor.actions.round()
  expect((await codesOf(floor, holder))[0]).toBe('dividend_announced')
  withdrawn.push(FIRST)
  announced.pop()
  await floor.actions.round()
  await floor.actions.round()
  expect((await codesOf(floor, holder)).filter((code) => code === 'action_withdrawn')).toHaveLength(1)
  expect(await codesOf(floor, other)).not.toContain('action_withdrawn')
  const cash = await freeOf(floor, holder, 'USD')
  floor.pastClose()
  await floor.actions.round()
  expect(await freeOf(floor, holder, 'USD')).toBe(cash)
  const [row] = await floor.db.read(listWithdrawnRows)
  expect([row?.withdrawnAt, row?.doneAt, row?.begunAt]).toEqual([expect.any(Number), null, null])
  expect(heldBy(await floor.db.read(listActionRows), Infinity)(ABC)).toBe(Infinity)
  await floor.checkAndClose()
})

test('may be announced anew with other terms, and those are carried out', async () => {
  const announced = [FIRST]
  const withdrawn: MarketAction[] = []
  const floor = await openActionFloor(announced, withdrawn)
  const holder = await floor.customer({ USD: 100_000n })
  await buyAtTen(floor, holder, 10n)
  floor.quotes.figures.set(ABC, figuresAt(1_000n))
  await floor.actions.round()
  announced.splice(0, 1, AGAIN)
  withdrawn.push(FIRST)
  await floor.actions.round()
  expect((await codesOf(floor, holder)).slice(0, 2)).toEqual(['dividend_announced', 'action_withdrawn'])
  floor.pastClose()
  await floor.actions.round()
  expect((await onlyAction(floor)).action).toEqual(AGAIN)
  expect((await codesOf(floor, holder))[0]).toBe('dividend_paid')
  await floor.checkAndClose()
})

const beside = (...all: { action: MarketAction; withdrawn: { at: number; file: string } | null }[]) =>
  ({ actions: () => [], files: { all: all.map((each) => ({ file: 'a', ...each })) } }) as unknown as PastMarket
const WITHDRAWN = { at: 1, file: 'b' }

test('the check finds each action of a feed that no confirmed file announces as it is', async () => {
  const floor = await openActionFloor([FIRST])
  const holder = await floor.customer({ USD: 100_000n })
  await buyAtTen(floor, holder, 10n)
  floor.quotes.figures.set(ABC, figuresAt(1_000n))
  await floor.actions.round()
  floor.pastClose()
  await floor.actions.round()
  const differences = async (past: PastMarket) =>
    (await checkActions(floor.db, past)).flatMap(({ rows }) => rows.map(({ differs }) => differs))
  expect(await differences(beside({ action: FIRST, withdrawn: null }))).toEqual([])
  expect(await differences(beside())).toEqual([expect.stringContaining('no confirmed file announces it')])
  const other = { ...FIRST, amount: priceE4(2_501n) } as MarketAction
  expect(await differences(beside({ action: other, withdrawn: null }))).toEqual([
    expect.stringContaining('the file has 2501'),
  ])
  const late = { ...FIRST, announcedAt: FIRST.announcedAt + 1 }
  expect(await differences(beside({ action: late, withdrawn: null }))).toEqual([
    expect.stringContaining('; the file has'),
  ])
  expect(await differences(beside({ action: FIRST, withdrawn: WITHDRAWN }))).toEqual([
    expect.stringContaining('it was withdrawn, and carried out'),
  ])
  await floor.checkAndClose()
})
