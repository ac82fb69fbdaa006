import { afterAll, beforeAll, expect, test } from 'vitest'
import { eur, priceE4 } from '@lonja/core/base/amount'
import { SECOND } from '@lonja/core/base/instant'
import { LANGUAGES } from '@lonja/core/base/language'
import {
  NOTICE_KINDS,
  listNotices,
  markNotice,
  readAllNotices,
  readNotice,
  unreadNotices,
} from '@lonja/core/notices/notices.contract'
import type { NewNotice } from '@lonja/core/notices/notices.rules'
import { noticeOfRecord } from '@lonja/core/notices/records.rules'
import { noticeOfAlert } from '@lonja/core/watchlist/alerts.notices'
import { noticeOfSignIn } from '@lonja/core/accounts/accounts.notices'
import { newId } from '../base/ids.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from '../testing/house.ts'
import { ABC } from '../orders/orders.testing.ts'
import { insertNotices, listUnread } from './notices.store.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
})
afterAll(() => house.close())

const whose = ({ id }: TestCustomer) => ({ customer: id, id: newId(), at: house.clock.now() })
const alertNotice = (who: TestCustomer, change: object = {}): NewNotice =>
  noticeOfAlert(whose(who), {
    kind: 'above',
    listing: ABC,
    isIndex: false,
    level: priceE4(174_000n),
    percentBps: null,
    note: null,
    quote: { at: house.clock.now(), last: priceE4(174_100n), previousClose: priceE4(170_000n) },
    ...change,
  })
const write = (notices: readonly NewNotice[]) => house.db.write((tx) => insertNotices(tx, notices))

interface Row {
  readonly id: string
  readonly code: string
  readonly is_read: string
  readonly earlier: readonly { readonly id: string; readonly code: string; readonly title: string }[]
  readonly kind: string
  readonly title: string
  readonly body: string
}
const page = async (who: TestCustomer, input: object = {}, language = 'en') => {
  const { data } = await house.ask(listNotices, input, { token: who.token, language })
  return data as { data: Row[]; cursor: string | null; unread: number }
}

test('thousands of notices are listed by pages without a gap, all of them or of one kind', async () => {
  const who = await house.customer()
  const notices = Array.from({ length: 3_000 }, (_one, n) =>
    n % 3 === 0 ? alertNotice(who) : noticeOfSignIn(whose(who), 'Phone'),
  )
  await write(notices)
  for (const [kind, count] of [
    [undefined, 3_001],
    ['prices', 1_000],
    ['account', 2_000],
    ['money', 1],
    ['orders', 0],
  ] as const) {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const next = await page(who, {
        limit: '100',
        ...(kind === undefined ? {} : { kind }),
        ...(cursor === null ? {} : { cursor }),
      })
      if (kind !== undefined) for (const row of next.data) expect(row.kind).toBe(kind)
      seen.push(...next.data.map(({ id }) => id))
      cursor = next.cursor
      expect(next.unread).toBe(3_001)
    } while (cursor !== null)
    expect([kind, seen.length]).toEqual([kind, count])
    expect(seen).toEqual([...new Set(seen)].sort().reverse())
  }
})

test('marking all as read is undone for exactly those that were unread, however many', async () => {
  const who = await house.customer()
  const how = { token: who.token }
  await write(Array.from({ length: 500 }, () => alertNotice(who)))
  const { data } = await page(who)
  await house.ask(markNotice, { id: data[0]?.id, read: true }, how)
  house.clock.advance(SECOND)
  const all = await house.ask(readAllNotices, {}, how)
  expect(all.data).toEqual({ marked: 500, at: house.clock.now() })
  expect((await page(who)).unread).toBe(0)
  const other = await house.customer()
  expect((await house.ask(unreadNotices, { at: all.data.at }, { token: other.token })).data).toEqual({ marked: 0 })
  expect((await house.ask(unreadNotices, { at: all.data.at }, how)).data).toEqual({ marked: 500 })
  expect((await page(who)).unread).toBe(500)
})

test('an alert’s notice has the price, the level and the time in each language; an index has no currency', async () => {
  const who = await house.customer()
  await write([
    alertNotice(who),
    alertNotice(who, { kind: 'below', isIndex: true, note: 'mira' }),
    alertNotice(who, { kind: 'percent', level: null, percentBps: 241 }),
  ])
  const pages = await Promise.all(
    LANGUAGES.map(async (language) => (await page(who, { kind: 'prices' }, language)).data),
  )
  for (const rows of pages) for (const { title, body } of rows) expect(`${title} ${body}`).not.toMatch(/[{}]|undefined/)
  expect(pages[LANGUAGES.indexOf('tur')]?.map(({ title, body }) => `${title} | ${body}`)).toEqual([
    `${ABC}: +2,41% en el día | Tu aviso: un movimiento de 2,41% desde el cierre anterior. Último precio 17,41\u00a0US$, cotización del 20/11/2026 16:00:01.`,
    `${ABC} baja a 17,41 | Tu aviso: 17,40 o menos. Cotización del 20/11/2026 16:00:01. Tu nota: mira`,
    `${ABC} sube a 17,41\u00a0US$ | Tu aviso: 17,40\u00a0US$ o más. Cotización del 20/11/2026 16:00:01.`,
  ])
})

const step = (who: TestCustomer, code: 'deposit_received' | 'deposit_in_review' | 'deposit_credited', id: string) =>
  noticeOfRecord(whose(who), code, { kind: 'deposit', id, amount: eur(100_00n), reason: 'received' })

test('the steps of one record are one message, unread once, whose earlier steps stay behind it', async () => {
  const who = await house.customer()
  const how = { token: who.token }
  await house.ask(readAllNotices, {}, how)
  const [id, other] = [newId(), newId()]
  const steps = [step(who, 'deposit_received', id), step(who, 'deposit_in_review', id)] as const
  for (const each of [...steps, step(who, 'deposit_received', other)]) await write([each])
  const next = step(who, 'deposit_credited', id)
  await write([next])

  const { data, unread } = await page(who, { kind: 'money' })
  expect(data.map(({ code, earlier }) => [code, earlier.map((each) => each.code)])).toEqual([
    ['deposit_credited', ['deposit_in_review', 'deposit_received']],
    ['deposit_received', []],
    ['grant_received', []],
  ])
  expect(data[0]?.earlier.map((each) => each.id)).toEqual([steps[1].id, steps[0].id])
  expect(data[0]?.earlier[0]?.title).toBe('Deposit in review: €100.00')
  expect(unread).toBe(2)

  // The newest step is read with all before it, and a step that comes later is unread again.
  expect((await house.ask(readNotice, { id: next.id }, how)).data).toMatchObject({ is_read: '1', earlier: [{}, {}] })
  expect((await page(who)).unread).toBe(1)
  const unreadIds = await house.db.read((tx) => listUnread(tx, who.id, [...steps.map((each) => each.id), next.id]))
  expect(unreadIds).toEqual([])
  expect((await house.ask(readAllNotices, {}, how)).data.marked).toBe(1)
  await write([step(who, 'deposit_credited', other)])
  expect((await page(who)).unread).toBe(1)
})

test('all at once is read and undone by messages, not by their steps', async () => {
  const who = await house.customer()
  const how = { token: who.token }
  const id = newId()
  for (const code of ['deposit_received', 'deposit_in_review', 'deposit_credited'] as const)
    await write([step(who, code, id)])
  const all = await house.ask(readAllNotices, {}, how)
  expect(all.data.marked).toBe(2)
  expect((await house.ask(unreadNotices, { at: all.data.at }, how)).data).toEqual({ marked: 2 })
})

test('one id of a device names a deposit and a withdrawal, which are two messages', async () => {
  const who = await house.customer()
  const id = newId()
  await write([step(who, 'deposit_received', id)])
  const record = { kind: 'withdrawal', id, amount: eur(100_00n), place: 'Bank' } as const
  await write([noticeOfRecord(whose(who), 'withdrawal_received', record)])
  const { data } = await page(who, { kind: 'money' })
  expect(data.map(({ code, earlier }) => [code, earlier.length])).toEqual([
    ['withdrawal_received', 0],
    ['deposit_received', 0],
    ['grant_received', 0],
  ])
})

test('an unknown kind is refused with its field', async () => {
  const who = await house.customer()
  const answer = await house.ask(listNotices, { kind: 'gossip' }, { token: who.token })
  expect([answer.status, answer.fields?.[0]?.field, NOTICE_KINDS.length]).toEqual([400, 'kind', 4])
})
