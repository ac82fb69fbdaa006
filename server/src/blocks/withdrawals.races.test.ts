import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eur, priceE4, wholeShares } from '@lonja/core/base/amount'
import { HOUR, MINUTE } from '@lonja/core/base/instant'
import { acceptBlock } from '@lonja/core/blocks/blocks.contract'
import { DAY_MS } from '@lonja/core/calendar/days'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { newId } from '../base/ids.ts'
import { checkBooks } from '../books.ts'
import { openDb } from '../database/db.ts'
import { writeFor } from '../database/locks.ts'
import { ESP, START } from '../orders/orders.testing.ts'
import { openTestHouse, signInAgain, type TestHouse } from '../testing/house.ts'
import { untilWaiting } from '../testing/between.ts'
import { apply } from './blocks.actions.ts'
import { applyFor, judgeBlock, publishedOffer, runBlockRound } from './blocks.testing.ts'
import { lockBlockOffer } from './offers.store.ts'
import {
  applicationFor,
  blockOf,
  decideWithdrawal,
  freeOf,
  openedWithdrawal,
  withdrawBlocks,
} from './withdrawals.testing.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse({ grant: eur(1_000_00n), start: START - 30 * MINUTE })
  house.script.sessions = [{ open: START - HOUR, close: START + 100 * DAY_MS }]
  await house.quote(ESP, 670n, 673n)
})
afterAll(() => house.close())

describe('at once', () => {
  test('applications and the withdrawal: each is refused, or released, and none stays', async () => {
    for (let n = 0; n < 4; n += 1) {
      const offer = await publishedOffer(house)
      const { token, form } = await openedWithdrawal(house, offer)
      const people = await Promise.all([1, 2, 3, 4].map(() => house.customer()))
      const answers = await Promise.all([
        ...people.map((who) => applyFor(house, who, offer)),
        decideWithdrawal(house, token, form),
      ])
      await runBlockRound(house)
      const ends = people.map(
        async (who, at) => answers[at]?.error ?? (await blockOf(house, who, answers[at]?.data.id)).state,
      )
      for (const end of await Promise.all(ends)) expect(['block_withdrawn', 'withdrawn']).toContain(end)
      for (const who of people) expect(await freeOf(house, who)).toBe('1000.00')
    }
    expect(await house.db.read(checkBooks)).toEqual([])
  })

  test('an application that comes while the withdrawal is written waits for it, and is refused', async () => {
    const offer = await publishedOffer(house)
    const { token, form } = await openedWithdrawal(house, offer)
    const who = await house.customer()
    const [decision, application] = await house.db.write(async (tx) => {
      await lockBlockOffer(tx, offer)
      const deciding = decideWithdrawal(house, token, form)
      await untilWaiting(house, () => false)
      const applying = applyFor(house, who, offer)
      await untilWaiting(house, () => false, 2)
      return [deciding, applying].map((answer) => ({ answer }))
    })
    expect((await decision?.answer)?.data).toMatchObject({ state: 'approved' })
    expect((await application?.answer)?.error).toBe('block_withdrawn')
    expect(await freeOf(house, who)).toBe('1000.00')
  })

  test('an application that is written when the withdrawal comes is there for it, and is released', async () => {
    const offer = await publishedOffer(house)
    const { token, form } = await openedWithdrawal(house, offer)
    const who = await house.customer()
    const parts = {
      market: house.market,
      fees: house.trading.fees,
      settings: { limitCents: 0n, dueMs: 1, twoPerson: true },
      eurCentsOf: () => 0n,
    }
    const wish = { id: newId(), offer, shares: wholeShares(100n), cap: priceE4(70_000n) }
    const decision = await writeFor(house.db, who.id, async (tx) => {
      await apply(tx, parts, { customer: who.id, now: house.clock.now() }, wish)
      const answer = decideWithdrawal(house, token, form)
      await untilWaiting(house, () => false)
      return { answer }
    })
    expect((await decision.answer).data).toMatchObject({ state: 'approved' })
    expect((await blockOf(house, who, wish.id)).state).toBe('pending')
    await runBlockRound(house)
    expect([(await blockOf(house, who, wish.id)).state, await freeOf(house, who)]).toEqual(['withdrawn', '1000.00'])
  })

  test('fewer shares that are accepted while the withdrawal is written are not: the application ends with it', async () => {
    const offer = await publishedOffer(house, { least: '50' })
    const { who, id } = await applicationFor(house, offer)
    await judgeBlock(house, id, 'approve', { less: '60' })
    const { seen } = (await blockOf(house, who, id)).offered
    const { token, form } = await openedWithdrawal(house, offer)
    const key = await signInAgain(house, who)
    const [, acceptance] = await house.db.write(async (tx) => {
      await lockBlockOffer(tx, offer)
      const deciding = decideWithdrawal(house, token, form)
      await untilWaiting(house, () => false)
      const accepting = house.ask(acceptBlock, { id, seen }, { token: key, key: newId() })
      await untilWaiting(house, () => false, 2)
      return [deciding, accepting].map((answer) => ({ answer }))
    })
    expect((await acceptance?.answer)?.error).toBe('block_withdrawn')
    await runBlockRound(house)
    expect([(await blockOf(house, who, id)).state, await freeOf(house, who)]).toEqual(['withdrawn', '1000.00'])
  })

  test('three servers end each application once', async () => {
    const offer = await publishedOffer(house)
    const some = [
      await applicationFor(house, offer),
      await applicationFor(house, offer),
      await applicationFor(house, offer),
    ]
    await withdrawBlocks(house, offer)
    const others = [1, 2].map(() => openDb(house.ownerUrl, { max: 2 }))
    await Promise.all([runBlockRound(house), ...others.map((db) => runBlockRound({ ...house, db }))])
    await Promise.all(others.map((db) => db.close()))
    for (const { who, id } of some) {
      expect((await blockOf(house, who, id)).state).toBe('withdrawn')
      const { data } = await house.ask(listNotices, {}, { token: await signInAgain(house, who) })
      expect(data.data.filter(({ code }: { code: string }) => code === 'block_withdrawn').length).toBe(1)
    }
    expect(await house.db.read(checkBooks)).toEqual([])
  })
})
