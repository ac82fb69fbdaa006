import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eur } from '@lonja/core/base/amount'
import { DAY_MS } from '@lonja/core/calendar/days'
import { OWN_EXAMPLES, OWN_EXAMPLE_NAMES } from '@lonja/core/strategies/own.examples'
import { OWN_STRATEGIES_MOST, OWN_TEXT_MOST, OWN_VERSIONS_MOST } from '@lonja/core/strategies/own.rules'
import {
  checkOwnStrategy,
  listOwnStrategies,
  readOwnStrategy,
  readSharedStrategy,
  removeOwnStrategy,
  saveOwnStrategy,
  shareOwnStrategy,
  startOwnBacktest,
  unshareOwnStrategy,
} from '@lonja/core/strategies/own.contract'
import { removeBacktest } from '@lonja/core/strategies/strategies.contract'
import { newId } from '../base/ids.ts'
import { writeFor } from '../database/locks.ts'
import { purgeStoredAnswers } from '../door/stored-answers.ts'
import { ABC, INDEX, START } from '../orders/orders.testing.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from '../testing/house.ts'
import { saveVersion } from './own.store.ts'
import { openChecks } from './sandbox.thread.ts'
import { OWN_TEXT, ownBacktestForm, ownForm, sayPast } from './strategies.testing.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse({ grant: eur(10_000_00n), start: START })
  sayPast(house)
})
afterAll(() => house.close())

async function saved(who: TestCustomer, change: object = {}) {
  const form = ownForm(change)
  const answer = await house.ask(saveOwnStrategy, form, { token: who.token, key: form.id })
  return { ...answer, own: form.own }
}

const backtest = async (who: TestCustomer, own: string, change: object = {}) => {
  const form = ownBacktestForm({ own, ...change })
  return house.ask(startOwnBacktest, form, { token: who.token, key: form.id })
}

describe('an own strategy', () => {
  test('is saved in versions, each of which is read as it was', async () => {
    const who = await house.customer()
    const { own, data } = await saved(who)
    expect(data).toEqual({ own, version: 1, at: house.clock.now() })
    await saved(who, { own, after: 1, text: 'á', name: 'Another' })
    const read = await house.ask(readOwnStrategy, { id: own }, { token: who.token })
    expect(read.data).toMatchObject({
      name: 'Another',
      version: 2,
      read: 2,
      text: 'á',
      bytes: 2,
      link: null,
      shared: null,
    })
    expect(
      read.data.versions.map(({ version, bytes }: { version: number; bytes: number }) => [version, bytes]),
    ).toEqual([
      [2, 2],
      [1, OWN_TEXT.length],
    ])
    const first = await house.ask(readOwnStrategy, { id: own, version: '1' }, { token: who.token })
    expect(first.data).toMatchObject({ version: 2, read: 1, text: OWN_TEXT })
    const missing = await house.ask(readOwnStrategy, { id: own, version: '3' }, { token: who.token })
    expect(missing.error).toBe('unknown_own_strategy')
  })

  test('that another device has saved is not overwritten', async () => {
    const who = await house.customer()
    const { own } = await saved(who)
    expect((await saved(who, { own, after: 0 })).error).toBe('own_version_overtaken')
    expect((await saved(who, { own, after: 2 })).error).toBe('own_version_overtaken')
    expect((await saved(who, { after: 1 })).error).toBe('own_version_overtaken')
  })

  test('that is sent twice is one version', async () => {
    const who = await house.customer()
    const form = ownForm()
    const ask = (change: object = {}) =>
      house.ask(saveOwnStrategy, { ...form, ...change }, { token: who.token, key: form.id })
    expect((await ask()).data).toEqual((await ask()).data)
    expect((await ask({ name: 'Another' })).error).toBe('key_reused')
    await purgeStoredAnswers(house.db, house.clock.now() + 31 * DAY_MS)
    expect((await ask({ own: newId() })).error).toBe('key_reused')
  })

  test('has its limits of bytes, of versions and of strategies', async () => {
    const who = await house.customer()
    expect((await saved(who, { text: 'x'.repeat(OWN_TEXT_MOST) })).error).toBeUndefined()
    expect((await saved(who, { text: 'á'.repeat(OWN_TEXT_MOST / 2 + 1) })).error).toBe('own_text_too_long')
    const { own } = await saved(who)
    await writeFor(house.db, who.id, (tx) =>
      saveVersion(
        tx,
        { customer: who.id, id: own, name: 'Many', version: OWN_VERSIONS_MOST, at: 1, bytes: 1 },
        { id: newId(), text: 'x' },
      ),
    )
    expect((await saved(who, { own, after: OWN_VERSIONS_MOST })).error).toBe('too_many_own_versions')
    for (let n = 2; n < OWN_STRATEGIES_MOST; n++) expect((await saved(who)).error).toBeUndefined()
    expect((await saved(who)).error).toBe('too_many_own_strategies')
    const { data } = await house.ask(listOwnStrategies, {}, { token: who.token })
    expect(data.rows).toHaveLength(OWN_STRATEGIES_MOST)
    expect(data.limits).toMatchObject({ bytes: OWN_TEXT_MOST, megabytes: 16, ordersPerMinute: 10, backtestsOpen: 3 })
  })

  test('is nobody else’s', async () => {
    const [who, other] = [await house.customer(), await house.customer()]
    const { own } = await saved(who)
    for (const [call, input] of [
      [readOwnStrategy, { id: own }],
      [removeOwnStrategy, { id: own }],
      [shareOwnStrategy, { id: own, version: 1 }],
      [unshareOwnStrategy, { id: own }],
    ] as const)
      expect((await house.ask(call, input, { token: other.token })).error).toBe('unknown_own_strategy')
    expect((await backtest(other, own)).error).toBe('unknown_own_strategy')
    expect((await house.ask(listOwnStrategies, {}, { token: other.token })).data.rows).toEqual([])
    expect((await house.ask(readOwnStrategy, { id: own }, { token: who.token })).data.link).toBeNull()
  })

  test('is removed with its texts, but not while a backtest of it waits', async () => {
    const who = await house.customer()
    const { own } = await saved(who)
    const { data } = await backtest(who, own)
    const remove = () => house.ask(removeOwnStrategy, { id: own }, { token: who.token })
    expect((await remove()).error).toBe('own_strategy_in_use')
    await house.ask(removeBacktest, { id: data.id }, { token: who.token })
    expect((await remove()).data).toEqual({ id: own })
    expect((await house.ask(readOwnStrategy, { id: own }, { token: who.token })).error).toBe('unknown_own_strategy')
  })
})

describe('a link', () => {
  test('shows one version, until another or none is shared', async () => {
    const [who, other] = [await house.customer(), await house.customer()]
    const { own } = await saved(who)
    await saved(who, { own, after: 1, text: 'second' })
    const share = async (version: number) =>
      (await house.ask(shareOwnStrategy, { id: own, version }, { token: who.token })).data.link as string
    const shown = (link: string) => house.ask(readSharedStrategy, { link }, { token: other.token })
    const first = await share(1)
    expect(first).toMatch(/^[A-Za-z0-9_-]{22}$/)
    expect((await shown(first)).data).toEqual({
      name: 'Below the mean',
      version: 1,
      at: house.clock.now(),
      text: OWN_TEXT,
    })
    const second = await share(2)
    expect((await shown(first)).error).toBe('unknown_own_strategy')
    expect((await shown(second)).data.text).toBe('second')
    await saved(who, { own, after: 2, text: 'third' })
    expect((await shown(second)).data.text).toBe('second')
    await house.ask(unshareOwnStrategy, { id: own }, { token: who.token })
    expect((await shown(second)).error).toBe('unknown_own_strategy')
  })
})

describe('a check', () => {
  const day = { listing: ABC, day: '2026-11-19' }
  const check = async (input: object) =>
    house.ask(checkOwnStrategy, { text: OWN_TEXT, try: null, ...input }, { token: (await house.customer()).token })

  test('compiles a text, and says what is wrong by line', async () => {
    expect((await check({})).data).toEqual({
      diagnostics: [],
      settings: { span: 15, history: 20, intraday: true, most: null },
      trial: null,
    })
    const { data } = await check({ text: OWN_TEXT.replace('act.sell', 'act.sel') })
    expect(data).toMatchObject({
      diagnostics: [{ code: 'unknown_name', line: 10, column: 49, name: 'sel', near: 'sell' }],
      settings: null,
    })
  })

  test.each(OWN_EXAMPLE_NAMES)('lets the example %s hear a day', async (name) => {
    const { data } = await check({ text: OWN_EXAMPLES[name], try: day })
    expect(data).toMatchObject({ diagnostics: [], trial: { stop: null } })
    expect(data.trial.orders).toBeGreaterThan(0)
    expect(data.trial.bars + data.trial.quotes).toBeGreaterThan(20)
    const [first] = data.trial.events
    expect(first).toMatchObject({ kind: 'buy', line: expect.any(Number) })
    expect(OWN_EXAMPLES[name].split('\n')[first.line - 1]).toContain('act.buy')
  })

  test('tells the event and the line of a fault', async () => {
    const text = OWN_TEXT.replace('if (mean', "if (bar.minute === 120) throw new Error('mine')\n    if (mean")
    const { data } = await check({ text, try: day })
    expect(data.trial.stop).toMatchObject({
      code: 'threw',
      line: 8,
      message: 'Error: mine',
      // The day before is its history, and has the same minute.
      at: Date.UTC(2026, 10, 18, 16, 30),
    })
  })

  test.each([
    ['a text that is too long', { text: 'á'.repeat(OWN_TEXT_MOST / 2 + 1) }, 'own_text_too_long'],
    ['an index', { try: { ...day, listing: INDEX } }, 'not_tradable'],
    ['a listing that nobody knows', { try: { ...day, listing: 'XNYS:NONE' } }, 'unknown_listing'],
    ['today', { try: { ...day, day: '2026-11-20' } }, 'backtest_period'],
    ['a day without prices', { try: { ...day, day: '2026-11-14' } }, 'backtest_no_prices'],
  ])('of %s is refused', async (_line, input, code) => {
    expect((await check(input)).error).toBe(code)
  })

  test('is one at a time a customer, and one at a time at all', async () => {
    const inTurn = openChecks()
    const order: string[] = []
    let go: () => void = () => {}
    const first = inTurn('ana', async () => {
      await new Promise<void>((resolve) => (go = resolve))
      order.push('ana')
    })
    const second = inTurn('ben', () => Promise.resolve(order.push('ben')))
    expect(await inTurn('ana', () => Promise.resolve(1))).toBeNull()
    go()
    await Promise.all([first, second])
    expect(order).toEqual(['ana', 'ben'])
    await expect(inTurn('ana', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await inTurn('ana', () => Promise.resolve(1))).toBe(1)
  })
})
