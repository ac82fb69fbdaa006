import { afterAll, beforeAll, expect, test } from 'vitest'
import { priceE4 } from '@lonja/core/base/amount'
import { SECOND } from '@lonja/core/base/instant'
import { LANGUAGES } from '@lonja/core/base/language'
import {
  NOTICE_KINDS,
  listNotices,
  markNotice,
  readAllNotices,
  unreadNotices,
} from '@lonja/core/notices/notices.contract'
import type { NewNotice } from '@lonja/core/notices/notices.rules'
import { noticeOfAlert } from '@lonja/core/watchlist/alerts.notices'
import { noticeOfSignIn } from '@lonja/core/accounts/accounts.notices'
import { newId } from '../base/ids.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from '../testing/house.ts'
import { ABC } from '../orders/orders.testing.ts'
import { insertNotices } from './notices.store.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
})
afterAll(() => house.close())

const whose = ({ id }: TestCustomer) => ({ customer: id, id: newId(), at: house.clock.now() })
const told = (who: TestCustomer, change: object = {}): NewNotice =>
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
  const made = Array.from({ length: 3_000 }, (_one, n) =>
    n % 3 === 0 ? told(who) : noticeOfSignIn(whose(who), 'Phone'),
  )
  await write(made)
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
  await write(Array.from({ length: 500 }, () => told(who)))
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
    told(who),
    told(who, { kind: 'below', isIndex: true, note: 'mira' }),
    told(who, { kind: 'percent', level: null, percentBps: 241 }),
  ])
  const said = await Promise.all(
    LANGUAGES.map(async (language) => (await page(who, { kind: 'prices' }, language)).data),
  )
  for (const rows of said) for (const { title, body } of rows) expect(`${title} ${body}`).not.toMatch(/[{}]|undefined/)
  expect(said[LANGUAGES.indexOf('tur')]?.map(({ title, body }) => `${title} | ${body}`)).toEqual([
    `${ABC}: +2,41% en el día | Tu aviso: un movimiento de 2,41% desde el cierre anterior. Último precio 17,41\u00a0US$, cotización del 20/11/2026 16:00:01.`,
    `${ABC} baja a 17,41 | Tu aviso: 17,40 o menos. Cotización del 20/11/2026 16:00:01. Tu nota: mira`,
    `${ABC} sube a 17,41\u00a0US$ | Tu aviso: 17,40\u00a0US$ o más. Cotización del 20/11/2026 16:00:01.`,
  ])
})

test('an unknown kind is refused with its field', async () => {
  const who = await house.customer()
  const answer = await house.ask(listNotices, { kind: 'gossip' }, { token: who.token })
  expect([answer.status, answer.fields?.[0]?.field, NOTICE_KINDS.length]).toEqual([400, 'kind', 4])
})
