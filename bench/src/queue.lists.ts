import { REVIEW_KINDS } from '@lonja/core/lists'
import { randomBytes } from 'node:crypto'
import { eur } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import { HOUR, MINUTE } from '@lonja/core/base/instant'
import { depositReview } from '@lonja/core/deposits/deposits.review'
import { kycReview } from '@lonja/core/kyc/kyc.review'
import type { ReviewKind } from '@lonja/core/review/review.kind'
import { withdrawalReview } from '@lonja/core/withdrawals/withdrawals.review'
import { findNames, insertCustomer, listCustomerRows, listPhones } from '@lonja/server/accounts/accounts.store'
import { insertInvitation, listInvitationRows } from '@lonja/server/accounts/invitations.store'
import { findRecipients, insertMessage, listMessageRows } from '@lonja/server/accounts/messages.store'
import { recordAct } from '@lonja/server/audit/audit.actions'
import { listActs } from '@lonja/server/audit/audit.store'
import type { Db, Tx } from '@lonja/server/database/db'
import { newId } from '@lonja/server/base/ids'
import { listEntriesOf } from '@lonja/server/ledger/entries.store'
import { listHouseLines } from '@lonja/server/ledger/house.store'
import { postGrant } from '@lonja/server/ledger/ledger.actions'
import { insertCustomerLock, type LockedTx } from '@lonja/server/database/locks'
import { insertCloseOut, listCloseOutRows } from '@lonja/server/margin/closeouts.store'
import { insertNews, listArticlePage } from '@lonja/server/news/news.store'
import { openReview } from '@lonja/server/review/review.actions'
import { listOpen, listOpinions, listOver, type ReviewInList } from '@lonja/server/review/queue.store'
import { findReview, saveReview } from '@lonja/server/review/review.store'
import { insertLink, insertSeat, nextSeatNumber } from '@lonja/server/staff/seats.store'
import { listLastSaid, listQueue } from '@lonja/server/support/queue.store'
import { insertMessage as insertSaid, insertThread, saveClosed } from '@lonja/server/support/support.store'
import { NOT_NARROWED } from './queue.filter.ts'

/** A list of the console: a way to add a row to it, and the read of one page. */
export interface List<Place = unknown> {
  readonly name: string
  readonly add: (tx: LockedTx, row: NewRow) => Promise<void>
  /** A page from a place on, null for the first: its number of rows, and its last place. */
  readonly page: (tx: Tx, after: Place | null, most: number) => Promise<{ count: number; end: Place | null }>
}

/** The n-th row: its customer and its time. */
interface NewRow {
  readonly n: number
  readonly customer: CustomerId
  readonly at: number
}

const BEGUN = 1_760_000_000_000
const AT_ONCE = 250
const SEAT = newId<'seat'>()
const FIRST = newId<'customer'>()
const ANY_TURN = { whose: null, seat: 1, heldUntil: BEGUN, customers: null }

/** Create a number of customers, each with one row in every list. */
export async function fill(db: Db, lists: readonly List[], count: number): Promise<void> {
  await db.write(takeSeat)
  for (let from = 0; from < count; from += AT_ONCE) {
    await db.write(async (tx) => {
      for (let n = from; n < Math.min(count, from + AT_ONCE); n++) {
        const row = { n, customer: n === 0 ? FIRST : newId<'customer'>(), at: BEGUN + n * 1_000 }
        const locked = await insertCustomerLock(tx, row.customer, row.at)
        await insertCustomer(tx, {
          id: row.customer,
          phone: String(100_000_000 + n),
          language: 'tur',
          loginHash: '$argon2id$-',
          joinedAt: row.at,
          openedKey: newId(),
          openedBody: Buffer.alloc(32),
        })
        for (const { add } of lists) await add(locked, row)
      }
    })
  }
}

/** For lists that are filled already: by the customers, or by another list. */
const nothing: List['add'] = async () => {}

/** A seat to write the notices and create the codes. */
async function takeSeat(tx: Tx): Promise<void> {
  const link = newId()
  await insertCustomerLock(tx, SEAT, BEGUN)
  const secretHash = randomBytes(32)
  await insertLink(tx, { id: link, roles: ['admin'], madeBy: null, madeAt: BEGUN, endsAt: BEGUN + HOUR, secretHash })
  const person = { name: 'Mesa', roles: ['admin'] as const, customer: null, passwordHash: '$argon2id$-' }
  const code = { sealedCode: randomBytes(64), codeStep: 1 }
  await insertSeat(tx, { id: SEAT, number: await nextSeatNumber(tx), ...person, ...code, claimedAt: BEGUN }, link)
}

const listFor = <Place>(list: List<Place>): List => list as List

const ended = <Row, Place>(rows: readonly Row[], placeOf: (row: Row) => Place) => {
  const last = rows.at(-1)
  return { count: rows.length, end: last === undefined ? null : placeOf(last) }
}

async function review(tx: LockedTx, kind: ReviewKind, { customer, at }: NewRow): Promise<string> {
  const record = newId()
  const request = { record, customer, amount: null, eurCents: null, payload: { record } }
  return openReview(tx, kind, { ...request, at, dueAt: at + 8 * HOUR })
}

const open = (kind: ReviewKind, name: string): List =>
  listFor<{ at: number; id: string }>({
    name,
    add: async (tx, row) => void (await review(tx, kind, row)),
    page: async (tx, after, most) => {
      const filter = { ...NOT_NARROWED, kinds: [kind], states: ['pending', 'in_review'] as const }
      const rows = await listOpen(tx, filter, { sort: 'due', after, most })
      await beside(tx, rows)
      return ended(rows, ({ place }) => place)
    },
  })

/** The opinions and names shown in a row of a queue. */
async function beside(tx: Tx, rows: readonly ReviewInList[]): Promise<void> {
  await listOpinions(
    tx,
    rows.map(({ review: { id } }) => id),
    REVIEW_KINDS,
  )
  await findNames(
    tx,
    rows.flatMap(({ review: { customer } }) => customer ?? []),
  )
}

const decided = listFor<{ at: number; id: string }>({
  name: 'decided',
  add: async (tx, row) => {
    const opened = await findReview(tx, await review(tx, withdrawalReview, row))
    if (opened) await saveReview(tx, { ...opened, state: 'approved', endedAt: row.at, reason: 'checks_passed' })
  },
  page: async (tx, after, most) => {
    const filter = { ...NOT_NARROWED, kinds: [withdrawalReview], states: ['approved'] as const }
    const rows = await listOver(tx, filter, { after, most })
    await beside(tx, rows)
    return ended(rows, ({ place }) => place)
  },
})

const talks = (which: 'open' | 'closed'): List =>
  listFor<{ at: number; id: string }>({
    name: `conversations, ${which}`,
    add: async (tx, { customer, at }) => {
      const id = newId()
      await insertThread(tx, customer, id, at)
      const message = {
        customer,
        id: newId(),
        thread: id,
        seat: null,
        text: '¿Cuándo?',
        pictures: [],
        waitedMs: null,
        at,
      }
      await insertSaid(tx, message)
      if (which === 'closed') await saveClosed(tx, { customer, id }, 1, at)
    },
    page: async (tx, after, most) => {
      const rows = await listQueue(tx, which, ANY_TURN, after, most)
      const threads = rows.map(({ row }) => row)
      await listPhones(
        tx,
        threads.map(({ customer }) => customer),
      )
      await listLastSaid(tx, threads)
      return ended(rows, ({ place }) => place)
    },
  })

const customers = listFor<string>({
  name: 'customers',
  add: nothing,
  page: async (tx, before, most) =>
    ended(await listCustomerRows(tx, null, { before, most, now: BEGUN }), ({ id }) => id),
})

const ledger = listFor<{ at: number; batch: string; account: string; asset: string }>({
  name: 'ledger',
  add: nothing,
  page: async (tx, after, most) => {
    const filter = { account: null, asset: null, from: null, to: null, after }
    return ended(await listHouseLines(tx, filter, most), (line) => line)
  },
})

/** All of one customer's: the house's first customer has that many. */
const entries = listFor<number>({
  name: "a customer's entries",
  add: (tx, { at }) => postGrant(tx, FIRST, eur(100n), at),
  page: async (tx, after, most) => {
    const filter = { kind: null, asset: null, cause: null, from: null, to: null, after }
    return ended(await listEntriesOf(tx, FIRST, filter, most), ({ version }) => version)
  },
})

const messages = listFor<string>({
  name: 'notices',
  add: async (tx, { customer, at }) => {
    const texts = { tur: { title: 'Aviso', body: 'Un aviso de la casa.' } }
    await insertMessage(tx, { id: newId(), seat: SEAT, customer, texts, at, told: 1 })
  },
  page: async (tx, before, most) => {
    const rows = await listMessageRows(tx, before, most)
    await findRecipients(
      tx,
      rows.flatMap(({ customer }) => customer ?? []),
    )
    return ended(rows, ({ id }) => id)
  },
})

const news = listFor<string>({
  name: 'news',
  add: async (tx, { n, at }) => {
    const text = { language: 'tur' as const, version: 0, title: `Nota ${n}`, body: 'Una nota.', folded: `nota ${n}` }
    const piece = {
      id: newId(),
      key: `nota-${n}`,
      topic: 'article' as const,
      teller: 'Lonja',
      link: null,
      marketAt: null,
    }
    await insertNews(tx, { ...piece, origin: 'house', at, listings: [], texts: [text] }, at)
  },
  page: async (tx, before, most) => ended(await listArticlePage(tx, before, most), ({ id }) => id),
})

const codes = (name: string, openAt: number | null, add: List['add']): List =>
  listFor<string>({
    name,
    add,
    page: async (tx, before, most) => ended(await listInvitationRows(tx, { before, openAt, most }), ({ id }) => id),
  })

const addCode: List['add'] = (tx, { n, at }) =>
  insertInvitation(tx, {
    id: newId(),
    code: `CODE${n}`,
    uses: 1,
    madeAt: at,
    madeBy: SEAT,
    endsAt: BEGUN + 9_000 * 24 * HOUR,
  })

const audit = (name: string, act: 'signed_in' | null, add: List['add']): List =>
  listFor<string>({
    name,
    add,
    page: async (tx, before, most) =>
      ended(await listActs(tx, { chains: null, act }, { before, most }), ({ id }) => id),
  })

const addAct: List['add'] = (tx, { customer, at }) =>
  recordAct(tx, { customer, seat: null, act: 'signed_in', about: null, detail: {}, at })

const closeOuts = listFor<string>({
  name: 'close-outs',
  add: (tx, { customer, at }) =>
    insertCloseOut(tx, {
      customer,
      id: newId(),
      minute: at - (at % MINUTE),
      currency: 'EUR',
      equity: 9_000n,
      used: 20_020n,
      usedOpen: 20_020n,
      financed: 80_080n,
      rate: null,
      rateAt: null,
      version: 0,
      madeAt: at,
      quotes: [],
      lots: [],
    }),
  page: async (tx, after, most) => ended(await listCloseOutRows(tx, null, after, most), ({ id }) => id),
})

/** Every paged list of the console. */
export const LISTS: readonly List[] = [
  open(depositReview, 'deposits'),
  open(withdrawalReview, 'withdrawals'),
  open(kycReview, 'identities'),
  decided,
  talks('closed'), // Before the open one, since a customer has only one open thread.
  talks('open'),
  customers,
  ledger,
  entries,
  messages,
  closeOuts,
  news,
  codes('codes', null, addCode),
  codes('open codes', BEGUN, nothing),
  audit('audit log', null, addAct),
  audit('audit log of an act', 'signed_in', nothing),
]
