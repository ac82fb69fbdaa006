import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { listSessions, logIn, register } from '@lonja/core/accounts/accounts.contract'
import { beginSecondStep, setSecondStep } from '@lonja/core/accounts/second-step.contract'
import { restrictAccount } from '@lonja/core/restrictions/restrictions.staff.contract'
import { eur, usd } from '@lonja/core/base/amount'
import { HOUR } from '@lonja/core/base/instant'
import { submitDeposit } from '@lonja/core/deposits/deposits.contract'
import { listEntries, readPosting } from '@lonja/core/ledger/ledger.contract'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { listOrders, placeOrder } from '@lonja/core/orders/orders.contract'
import { closeAccount, readClosing, readStartOver, startOver } from '@lonja/core/leaving.contract'
import { listPositions, readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { identityGap } from '@lonja/core/portfolio/portfolio.rules'
import { listStatements, readStatement } from '@lonja/core/portfolio/statements.contract'
import { readRun } from '@lonja/core/strategies/runs.contract'
import { cancelWithdrawal, submitWithdrawal } from '@lonja/core/withdrawals/withdrawals.contract'
import { Secret } from 'otpauth'
import { COINS_SENT, hashOfDay } from '../testing/access.owner.ts'
import { codeAt } from '../secrets/codes.ts'
import { grantTo } from '../accounts/operator.actions.ts'
import { newId } from '../base/ids.ts'
import { openTestHouse, signInAgain, type TestCustomer, type TestHouse } from '../testing/house.ts'
import type { CallAnswer } from '../testing/ask.ts'
import { verifyBooks } from '../books.ts'
import { listBalances } from '../ledger/ledger.store.ts'
import { countOpenOrders } from '../orders/open.store.ts'
import { ABC, ESP, START } from '../orders/orders.testing.ts'
import { startedIn } from '../strategies/strategies.testing.ts'
import { payerIn, submit, TRADING, type Payer } from '../withdrawals/withdrawals.testing.ts'

const GRANT = 10_000_000n
let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse({ grant: eur(GRANT) })
  house.script.sessions = [{ open: START - HOUR, close: START + 900 * HOUR }]
  await house.quote(ABC, 998n, 1_000n)
  await house.quote(ESP, 498n, 500n)
})
afterAll(() => house.close())

const again = ({ token }: TestCustomer, id = newId(), password = TRADING): Promise<CallAnswer> =>
  house.ask(startOver, { id, password }, { token })
const seen = async ({ token }: TestCustomer) => (await house.ask(readStartOver, {}, { token })).data

/** The figures by currency; each must satisfy the identity. */
async function figuresOf({ token }: TestCustomer) {
  const { byCurrency } = z.decode(readFigures.reply, (await house.ask(readFigures, {}, { token })).data)
  for (const own of byCurrency) expect([own.currency, identityGap(own)]).toEqual([own.currency, 0n])
  return byCurrency.map(({ free, held, cost, paidIn, paidOut }) => ({ free, held, cost, paidIn, paidOut }))
}

const order = ({ token }: TestCustomer, change: object): Promise<CallAnswer> =>
  house.ask(
    placeOrder,
    { id: newId(), listing: ABC, side: 'buy', shares: '10', limit: null, timeInForce: 'gtc', ...change },
    { token },
  )

/** A trader with shares in both currencies, some of them sold, and two open orders. */
async function traderIn(): Promise<Payer> {
  const ana = await payerIn(house)
  await house.quote(ABC, 998n, 1_000n)
  await house.quote(ESP, 498n, 500n)
  await order(ana, { shares: '100' })
  await order(ana, { listing: ESP, shares: '40' })
  await house.quote(ABC, 998n, 1_000n)
  await house.quote(ESP, 498n, 500n)
  await order(ana, { side: 'sell', shares: '30' })
  await house.quote(ABC, 1_098n, 1_100n)
  await order(ana, { limit: '5.00', shares: '7' })
  await order(ana, { side: 'sell', shares: '20', limit: '90.00' })
  return ana
}

const give = (who: TestCustomer, amount: ReturnType<typeof usd>) =>
  grantTo(house.db, who.id, { amount, key: newId() }, house.clock.now())

describe('starting over', () => {
  test('cancels orders, takes shares at cost and all cash, and gives the grant, by entries that keep the identity', async () => {
    const ana = await traderIn()
    await give(ana, usd(5_000n))
    const before = await figuresOf(ana)
    const shown = await seen(ana)
    expect(shown).toMatchObject({ against: null, orders: 2, positions: 2, hasTradingPassword: true, lastAt: null })
    const answer = await again(ana)
    expect([answer.error, answer.data]).toEqual([
      undefined,
      {
        id: answer.data.id,
        at: house.clock.now(),
        orders: 2,
        positions: 2,
        cost: shown.cost,
        cash: shown.cash,
        owed: [],
        lent: [],
        grant: { amount: '100000.00', currency: 'EUR' },
      },
    ])
    const after = await figuresOf(ana)
    expect(after.map(({ free, held, cost }) => ({ free, held, cost }))).toEqual([
      { free: GRANT, held: 0n, cost: 0n },
      { free: 0n, held: 0n, cost: 0n },
    ])
    expect(after[0]?.paidOut).toBe((before[0]?.free ?? 0n) + (before[0]?.held ?? 0n) + (before[0]?.cost ?? 0n))
    expect((await house.ask(listPositions, {}, { token: ana.token })).data.rows).toEqual([])
    expect((await house.ask(listOrders, { which: 'open' }, { token: ana.token })).data.rows).toEqual([])
    expect(house.open.idsOf(ana.id)).toEqual([])
    const entries = (await house.ask(listEntries, { cause: answer.data.id }, { token: ana.token })).data.rows
    expect(new Set(entries.map(({ kind }: { kind: string }) => kind))).toEqual(new Set(['handed_back', 'grant']))
    const lines = (await house.ask(readPosting, { posting: String(entries[0].posting) }, { token: ana.token })).data
      .lines
    expect(lines.map(({ account }: { account: string }) => account)).toContain('grants')
    const [notice] = (await house.ask(listNotices, {}, { token: ana.token })).data.data
    expect([notice.code, notice.body]).toEqual(['started_over', expect.stringContaining('orders cancelled: 2')])
    // A quote that would have met a cancelled order fills nothing.
    await house.quote(ABC, 9_100n, 9_200n)
    await house.quote(ABC, 300n, 301n)
    expect((await figuresOf(ana))[0]).toMatchObject({ free: GRANT })
    await house.quote(ABC, 998n, 1_000n)
  })

  test('stops a strategy first: its amount comes back with all other cash', async () => {
    const ana = await payerIn(house)
    const run = await startedIn(house.db, ana.id, house.clock.now())
    await figuresOf(ana)
    expect((await again(ana)).error).toBeUndefined()
    expect((await figuresOf(ana)).map(({ free, held }) => [free, held])).toContainEqual([GRANT, 0n])
    const { data } = await house.ask(readRun, { id: run }, { token: ana.token })
    expect(data).toMatchObject({ state: 'stopped', reason: 'leaving', shares: '0' })
    expect((await verifyBooks(house.db)).breaches).toEqual([])
  })

  test('the month’s statement closes to the cent when shares came and went before its end', async () => {
    const ana = await traderIn()
    await again(ana)
    const [{ month }] = (await house.ask(listStatements, {}, { token: ana.token })).data.rows
    const { figures } = (await house.ask(readStatement, { month }, { token: ana.token })).data
    for (const own of figures) expect([own.currency, own.gap, own.closingCost]).toEqual([own.currency, '0.00', '0.00'])
  })

  test('20 at once: one succeeds; the same key gets its stored answer; a day later it is possible again', async () => {
    const [ana, other] = [await traderIn(), await traderIn()]
    const answers = await Promise.all(Array.from({ length: 20 }, () => again(ana)))
    const done = answers.filter(({ code }) => code === 1)
    expect(done).toHaveLength(1)
    // At most ten password tries are allowed at once; the rate limiter refuses the others.
    const why = answers.map(({ error }) => error).filter((error) => error !== 'too_many_tries' && error !== undefined)
    expect(new Set(why)).toEqual(new Set(['started_over_lately']))
    const repeat = await again(ana, done[0]?.data.id)
    expect(repeat.data).toEqual(done[0]?.data)
    expect(await seen(ana)).toMatchObject({ against: 'started_over_lately', againAt: house.clock.now() + 24 * HOUR })
    // An id is unique for its customer alone: another one's says nothing of it.
    expect((await again(other, done[0]?.data.id)).data).toMatchObject({ id: done[0]?.data.id, positions: 2 })
    house.clock.advance(24 * HOUR - 1)
    const back = { ...ana, token: await signInAgain(house, ana) }
    expect((await again(back)).error).toBe('started_over_lately')
    house.clock.advance(1)
    expect((await again(back)).code).toBe(1)
  })

  test('not while a withdrawal or a deposit is in review, nor with a wrong password, nor while restricted', async () => {
    const ana = await payerIn(house)
    expect((await again(ana, newId(), 'not this one')).error).toBe('wrong_trading_password')
    expect((await again(ana, newId(), ' ')).error).toBe('missing_information')
    expect((await again(await house.customer())).error).toBe('trading_password_needed')
    const answer = await submit(house, ana)
    expect((await again(ana)).error).toBe('withdrawal_under_way')
    await house.ask(cancelWithdrawal, { id: answer.data.id }, { token: ana.token })
    await house.ask(submitDeposit, { id: newId(), ...COINS_SENT, hash: hashOfDay() }, { token: ana.token })
    expect((await again(ana)).error).toBe('deposit_under_way')
    const bea = await payerIn(house)
    const seat = await house.seat({ roles: ['support'] })
    const held = {
      id: newId(),
      customer: bea.id,
      level: 3,
      reason: 'unusual_activity',
      until: house.clock.now() + HOUR,
    }
    await house.ask(restrictAccount, held, { token: seat.token })
    expect([(await again(bea)).error, (await seen(bea)).against]).toEqual(['account_restricted', 'account_restricted'])
    const deposit = await house.ask(
      submitDeposit,
      { id: newId(), ...COINS_SENT, hash: hashOfDay() },
      { token: bea.token },
    )
    expect(deposit.error).toBe('account_restricted')
  })
})

/** The amounts and open orders that a closed account still has. */
const leftOf = ({ id }: TestCustomer) =>
  house.db.read(async (tx) => ({
    amounts: (await listBalances(tx, id)).filter(({ free, held }) => free !== 0n || held !== 0n),
    orders: await countOpenOrders(tx, id),
  }))

const close = ({ token }: TestCustomer, form: object = {}): Promise<CallAnswer> =>
  house.ask(closeAccount, { password: TRADING, ...form }, { token })

describe('closing the account', () => {
  test('hands everything back as starting over does, without a grant, and drops its orders', async () => {
    const ana = await traderIn()
    const { data } = await house.ask(readClosing, {}, { token: ana.token })
    expect(data).toMatchObject({ against: [], orders: 2, positions: 2 })
    const before = await figuresOf(ana)
    const { code, data: receipt } = await close(ana)
    const { against: _none, hasTradingPassword: _has, needsCode: _needs, phone: _phone, ...preview } = data
    expect([code, receipt]).toMatchObject([1, preview])
    expect(before.some(({ held }) => held > 0n)).toBe(true)
    // The limit of the order that waited is reached: nobody fills it any more.
    await house.quote(ABC, 498n, 500n)
    expect([await leftOf(ana), house.open.idsOf(ana.id)]).toEqual([{ amounts: [], orders: 0 }, []])
    expect((await verifyBooks(house.db)).breaches).toEqual([])
  })

  test('waits for what is before staff, and for no money', async () => {
    const ana = await payerIn(house)
    const answer = await submit(house, ana)
    expect((await house.ask(readClosing, {}, { token: ana.token })).data.against).toEqual(['withdrawal_under_way'])
    expect((await close(ana)).error).toBe('withdrawal_under_way')
    await house.ask(cancelWithdrawal, { id: answer.data.id }, { token: ana.token })
    expect((await close(ana)).error).toBeUndefined()
  })

  test('ends sessions and frees the phone, once; a later log-in with the password is told', async () => {
    const ana = await payerIn(house)
    expect((await close(ana, { password: 'not this one' })).error).toBe('wrong_trading_password')
    const answers = await Promise.all([close(ana), close(ana)])
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1)
    expect((await house.ask(listSessions, {}, { token: ana.token })).error).toBe('not_signed_in')
    const { phone, password } = ana
    expect((await house.ask(logIn, { phone, password })).error).toBe('account_closed')
    expect((await house.ask(logIn, { phone, password: 'not this one' })).error).toBe('wrong_phone_or_password')
    const form = { phone, password: 'another one', again: 'another one', invitation: house.invitation }
    const other = await house.ask(register, form, { key: newId() })
    expect([other.code, other.data.userId === ana.id]).toEqual([1, false])
    expect((await house.ask(logIn, { phone, password })).error).toBe('wrong_phone_or_password')
  })

  test('an order placed at the same moment is cancelled with it, or refused', async () => {
    for (let n = 0; n < 4; n++) {
      const ana = await payerIn(house)
      const ticket = { id: newId(), listing: ABC, side: 'buy', shares: '1', limit: '9.00', timeInForce: 'day' }
      const place = () => house.ask(placeOrder, ticket, { token: ana.token })
      const both = await Promise.all(n % 2 === 0 ? [close(ana), place()] : [place(), close(ana)])
      const closed = both[n % 2 === 0 ? 0 : 1]
      expect(closed?.error).toBeUndefined()
      expect(await leftOf(ana)).toEqual({ amounts: [], orders: 0 })
    }
  })
})

describe('a one-time code, where the account has a second step', () => {
  test('is asked for at a withdrawal and at closing, works once, and a wrong one changes nothing', async () => {
    const ana = await payerIn(house)
    const { token, password } = ana
    const { secret, setUp } = (await house.ask(beginSecondStep, { password }, { token })).data
    const code = () => codeAt(Buffer.from(Secret.fromBase32(secret).bytes), house.clock.now())
    const { recovery } = (await house.ask(setSecondStep, { setUp, code: code() }, { token })).data
    const ask = (extra: object, id = newId()) =>
      house.ask(
        submitWithdrawal,
        { id, amount: { amount: '20.00', currency: 'EUR' }, payee: ana.payee, password: TRADING, ...extra },
        { token },
      )
    expect((await ask({})).fields).toMatchObject([{ field: 'code', code: 'code_needed' }])
    expect((await ask({ code: '000000' })).error).toBe('wrong_code')
    house.clock.advance(31_000)
    const now = code()
    const both = await Promise.all([ask({ code: now }), ask({ code: now })])
    expect(both.map(({ error }) => error ?? 'taken').sort()).toEqual(['taken', 'wrong_code'])
    const id = newId()
    const first = await ask({ code: recovery[0] }, id)
    expect([first.error, (await ask({ code: recovery[1] }, id)).data]).toEqual([undefined, first.data])
    expect((await ask({ code: recovery[0] })).error).toBe('wrong_code')
    const titles = (await house.ask(listNotices, {}, { token })).data.data.map(({ title }: { title: string }) => title)
    expect(titles).toContain('You used a recovery code')
    expect((await house.ask(readClosing, {}, { token })).data.needsCode).toBe(true)
  })
})
