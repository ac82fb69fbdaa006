import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeProfile } from '@lonja/core/accounts/accounts.contract'
import { eur, priceE4, rateE6, usd, wholeShares } from '@lonja/core/base/amount'
import { HOUR, MINUTE } from '@lonja/core/base/instant'
import { Cents } from '@lonja/core/base/wire'
import { listEntries } from '@lonja/core/ledger/ledger.contract'
import { listNotices, markNotice, readAllNotices, readNotice } from '@lonja/core/notices/notices.contract'
import { cancelOrder, placeOrder, type Ticket } from '@lonja/core/orders/orders.contract'
import { listClosed } from '@lonja/core/portfolio/closed.contract'
import { listPositions, readDayCurve, readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { identityGap } from '@lonja/core/portfolio/portfolio.rules'
import { isWatched, listWatches, orderWatches, toggleWatch } from '@lonja/core/watchlist/watchlist.contract'
import * as z from 'zod/mini'
import { grantTo } from '../accounts/operator.actions.ts'
import { newId } from '../base/ids.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from '../testing/house.ts'
import { ABC, ESP, INDEX, ticket } from '../orders/orders.testing.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
  await house.quote(ABC, 999n, 1_001n)
  await house.quote(ESP, 499n, 500n)
})
afterAll(() => house.close())

async function place(who: TestCustomer, change: Partial<Ticket> & Pick<Ticket, 'listing'>): Promise<string> {
  const { shares, limit, ...rest } = ticket(change.listing, change)
  const sent = {
    ...rest,
    shares: shares.toString(),
    limit: limit === null ? null : (Number(limit) / 10_000).toFixed(4),
  }
  const answer = await house.ask(placeOrder, sent, { token: who.token })
  expect([answer.status, answer.error]).toEqual([200, undefined])
  return sent.id
}

/** The figures, decoded by the contract; every answer must satisfy the identity. */
async function figuresOf({ token }: TestCustomer) {
  const answer = await house.ask(readFigures, {}, { token })
  const figures = z.decode(readFigures.reply, answer.data)
  for (const own of figures.byCurrency) expect([own.currency, identityGap(own)]).toEqual([own.currency, 0n])
  return figures
}

const inCurrency = (figures: Awaited<ReturnType<typeof figuresOf>>, currency: 'EUR' | 'USD') =>
  figures.byCurrency.find((own) => own.currency === currency)

describe('the figures of a customer', () => {
  test('from the grant through a buy, a conversion and a sell: every cent is accounted for', async () => {
    const who = await house.customer()
    expect((await figuresOf(who)).display).toMatchObject({
      currency: 'EUR',
      total: 10_000_000n,
      paidIn: 10_000_000n,
      unrealised: 0n,
    })

    await place(who, { listing: ESP, shares: wholeShares(1_000n) })
    expect(inCurrency(await figuresOf(who), 'EUR')).toMatchObject({ held: 510_510n, total: 10_000_000n })
    await house.quote(ESP, 499n, 500n)
    const bought = inCurrency(await figuresOf(who), 'EUR')
    expect(bought).toMatchObject({
      held: 0n,
      cost: 500_500n,
      marketValue: 499_000n,
      unrealised: -1_500n,
      accumulated: 0n,
    })

    await place(who, { listing: ABC, shares: wholeShares(100n) })
    await house.quote(ABC, 999n, 1_001n)
    const converted = await figuresOf(who)
    expect(inCurrency(converted, 'USD')).toMatchObject({ free: 0n, cost: 100_201n, convertedIn: 100_201n, paidIn: 0n })
    const paid = inCurrency(converted, 'EUR')
    expect(paid?.convertedOut).toBe(91_092n) // 1,002.01 at 1.1
    expect(paid?.accumulated).toBe(-183n) // the markup, 20 basis points

    const before = await house.ask(listPositions, { listing: ESP }, { token: who.token })
    expect(before.data.rows).toMatchObject([{ last: '4.99', cost: '5005.00', marketValue: '4990.00' }])
    const opened = before.data.rows[0]?.lots[0]
    expect(opened).toMatchObject({ shares: '1000', price: '5.00', cost: '5005.00', fee: '5.00' })
    expect(opened?.number).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)

    await place(who, { listing: ESP, side: 'sell', shares: wholeShares(400n) })
    await house.quote(ESP, 600n, 601n)
    const sold = inCurrency(await figuresOf(who), 'EUR')
    expect(sold).toMatchObject({ realised: 240_000n - 240n - 200_200n, cost: 300_300n, marketValue: 360_000n })

    const { data } = await house.ask(listClosed, {}, { token: who.token, language: 'tur' })
    expect(data.rows).toMatchObject([
      {
        listing: ESP,
        shares: '400',
        cost: '2002.00',
        proceeds: '2400.00',
        fee: '2.40',
        realised: '395.60',
        sellType: 'customer',
        openPrice: '5.00',
        closePrice: '6.00',
        number: opened?.number,
        openedAt: opened?.openedAt,
      },
    ])
    expect(data.rows[0]?.closedAt).toBeGreaterThan(opened?.openedAt ?? Infinity)
    expect(data.cursor).toBe(null)
  })

  test('random walks of many customers keep the identity', async () => {
    const people = await Promise.all([house.customer(), house.customer(), house.customer()])
    for (let round = 0; round < 12; round += 1) {
      for (const [at, who] of people.entries()) {
        const listing = (round + at) % 2 === 0 ? ABC : ESP
        const { data } = await house.ask(listPositions, { listing }, { token: who.token })
        const have = BigInt(data.rows[0]?.shares ?? '0')
        const sells = have > 1n && (round + at) % 3 === 0
        await place(who, {
          listing,
          side: sells ? 'sell' : 'buy',
          shares: wholeShares(sells ? have / 2n : BigInt(7 + round * 3 + at)),
        })
      }
      await house.quote(ABC, BigInt(900 + ((round * 37) % 200)), BigInt(1_103 + ((round * 13) % 50)))
      await house.quote(ESP, BigInt(450 + ((round * 29) % 90)), BigInt(541 + ((round * 7) % 30)))
      for (const who of people) await figuresOf(who)
    }
  })

  test('in the display currency of the profile, with the rate', async () => {
    const who = await house.customer()
    await grantTo(house.db, who.id, { amount: usd(110_000n), key: newId() }, house.clock.now())
    expect(await figuresOf(who)).toMatchObject({ rate: 1_100_000n, display: { currency: 'EUR', total: 10_100_000n } })
    await house.ask(changeProfile, { displayCurrency: 'USD' }, { token: who.token })
    expect((await figuresOf(who)).display).toMatchObject({ currency: 'USD', total: 11_110_000n })
    house.script.rate = null
    expect(await figuresOf(who)).toMatchObject({ rate: null, display: { currency: 'USD', total: 110_000n } })
    house.script.rate = rateE6(1_100_000n)
  })

  test('do not include another customer’s positions', async () => {
    const [one, other] = [await house.customer(), await house.customer()]
    await place(one, { listing: ESP, shares: wholeShares(10n) })
    await house.quote(ESP, 499n, 500n)
    const { token } = other
    expect((await house.ask(listPositions, {}, { token })).data.rows).toEqual([])
    expect((await house.ask(listClosed, {}, { token })).data.rows).toEqual([])
    expect((await figuresOf(other)).display.total).toBe(10_000_000n)
  })
})

test('each entry of the fund flow says which shares it is about', async () => {
  const who = await house.customer()
  await place(who, { listing: ESP, shares: wholeShares(10n) })
  await house.quote(ESP, 499n, 500n)
  const { data } = await house.ask(listEntries, {}, { token: who.token })
  const about = data.rows.map((row: { kind: string; free: { asset: string }; listing: string | null }) => [
    row.kind,
    row.free.asset,
    row.listing,
  ])
  expect(about.toSorted()).toEqual([
    ['buy', 'EUR', ESP],
    ['buy', ESP, ESP],
    ['fee', 'EUR', ESP],
    ['grant', 'EUR', null],
    ['hold', 'EUR', ESP],
    ['release', 'EUR', ESP],
  ])
})

describe('positions', () => {
  test('by instrument with their lots, largest first, with the shares held by orders', async () => {
    const who = await house.customer()
    await place(who, { listing: ESP, shares: wholeShares(10n) })
    await place(who, { listing: ABC, shares: wholeShares(10n) })
    await house.quote(ESP, 499n, 500n)
    await house.quote(ABC, 999n, 1_001n)
    await place(who, { listing: ABC, shares: wholeShares(20n), limit: priceE4(120_000n) })
    await house.quote(ABC, 1_099n, 1_101n)
    await place(who, { listing: ABC, side: 'sell', shares: wholeShares(5n), limit: priceE4(900_000n) })
    const { data } = await house.ask(listPositions, {}, { token: who.token })
    expect(data.rows.map(({ listing }: { listing: string }) => listing)).toEqual([ABC, ESP])
    const [abc] = data.rows
    expect(abc).toMatchObject({
      shares: '30',
      held: '5',
      cost: '320.64',
      marketValue: '329.70',
      unrealised: '9.06',
      currency: 'USD',
    })
    expect(abc.lots).toMatchObject([
      { shares: '10', price: '10.01', fee: '0.11', cost: '100.21' },
      { shares: '20', price: '11.01', fee: '0.23', cost: '220.43' },
    ])
    expect(abc.lots[0].number).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
  })
})

describe('the day’s curve', () => {
  test('ends at the current total, and begins where the day did', async () => {
    const who = await house.customer()
    house.clock.advance(11 * MINUTE)
    await grantTo(house.db, who.id, { amount: eur(1_00n), key: newId() }, house.clock.now())
    const { data } = await house.ask(readDayCurve, {}, { token: who.token })
    const total = data.total.map((text: string) => z.decode(Cents, text))
    expect(data.at).toHaveLength(total.length)
    expect(data.at.length).toBeLessThanOrEqual(100)
    expect([data.from, data.at.at(-1), data.to]).toEqual([data.at[0], house.clock.now(), data.from + 2 * HOUR])
    expect(total[0]).toBe(10_000_100n) // Cash paid in during the day is no result of the day.
    expect(total.at(-1)).toBe((await figuresOf(who)).display.total)
  })
})

describe('notices', () => {
  test('of orders are shown in the reader’s language, read, marked, and hidden from a customer who switched them off', async () => {
    const who = await house.customer()
    const how = { token: who.token, language: 'en' }
    await house.quote(ESP, 499n, 500n)
    const bought = await place(who, { listing: ESP, shares: wholeShares(1_000n) })
    await house.quote(ESP, 499n, 500n)
    const dropped = await place(who, { listing: ESP, limit: priceE4(10_000n) })
    await house.ask(cancelOrder, { id: dropped }, how)
    const { data } = await house.ask(listNotices, {}, how)
    expect(data.unread).toBe(3)
    expect(data.data).toMatchObject([
      { code: 'order_cancelled', order: dropped, is_read: '0' },
      { code: 'order_filled', order: bought, title: `Bought: ${ESP}` },
      { code: 'grant_received', order: null },
    ])
    expect(data.data[1].body).toBe(
      `Your order to buy 1,000 shares of ${ESP} (ESP) was executed at €5.00. Cost with fee: €5,005.00.`,
    )
    const french = await house.ask(listNotices, { limit: '1' }, { ...how, language: 'fr' })
    expect(french.data).toMatchObject({
      unread: 3,
      cursor: data.data[0].id,
      data: [{ title: `Ordre annulé\u00a0: ${ESP}` }],
    })
    const next = await house.ask(listNotices, { cursor: french.data.cursor }, how)
    expect(next.data.data.map(({ id }: { id: string }) => id)).toEqual(
      data.data.slice(1).map(({ id }: { id: string }) => id),
    )

    const { id } = data.data[1]
    expect((await house.ask(readNotice, { id }, how)).data).toMatchObject({ id, is_read: '1' })
    expect((await house.ask(listNotices, {}, how)).data.unread).toBe(2)
    expect((await house.ask(markNotice, { id, read: false }, how)).data).toEqual({ id, read: false })
    expect((await house.ask(readAllNotices, {}, how)).data).toMatchObject({ marked: 3 })
    await house.ask(changeProfile, { notices: { orders: false, signIns: true } }, how)
    expect((await house.ask(listNotices, {}, how)).data.data.map(({ code }: { code: string }) => code)).toEqual([
      'grant_received',
    ])
  })

  test('belong to one customer only', async () => {
    const [one, other] = [await house.customer(), await house.customer()]
    const { id } = (await house.ask(listNotices, {}, { token: one.token })).data.data[0]
    expect(await house.ask(readNotice, { id }, { token: other.token })).toMatchObject({
      status: 404,
      error: 'unknown_notice',
    })
    expect((await house.ask(markNotice, { id, read: true }, { token: other.token })).error).toBe('unknown_notice')
    expect((await house.ask(readNotice, { id: newId() }, { token: one.token })).error).toBe('unknown_notice')
    expect((await house.ask(listNotices, {}, { token: one.token })).data.unread).toBe(1)
  })
})

describe('the watchlist', () => {
  test('is added to, ordered, shown with prices, and taken from', async () => {
    const { token } = await house.customer()
    const how = { token }
    for (const listing of [ABC, ESP, INDEX]) await house.ask(toggleWatch, { listing }, how)
    expect((await house.ask(isWatched, { listing: ABC }, how)).data).toMatchObject({ listing: ABC, watched: true })
    expect((await house.ask(orderWatches, { listings: [INDEX, ABC] }, how)).error).toBe('not_the_same_listings')
    expect((await house.ask(orderWatches, { listings: [INDEX, ABC, ESP] }, how)).status).toBe(200)
    await house.ask(toggleWatch, { listing: ABC }, how)
    await house.ask(toggleWatch, { listing: ABC }, how)
    const { data } = await house.ask(listWatches, {}, how)
    expect(data.rows.map(({ listing }: { listing: string }) => listing)).toEqual([INDEX, ESP, ABC])
    expect(data.rows[1]).toMatchObject({ venue: 'XMAD', currency: 'EUR', last: '4.99', line: [] })
    expect((await house.ask(listWatches, {}, { token: (await house.customer()).token })).data.rows).toEqual([])
  })
})
