import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eur, usd, type Amount } from '@lonja/core/base/amount'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { freeLine, type Line, type PostingCause } from '@lonja/core/ledger/ledger.rules'
import { insertCustomer } from '../accounts/accounts.store.ts'
import { insertInvitationUse } from '../accounts/invitations.store.ts'
import { grantTo } from '../accounts/operator.actions.ts'
import { recordAct } from '../audit/audit.actions.ts'
import { newId } from '../base/ids.ts'
import { checkBooks } from '../books.ts'
import { sql } from '../database/db.ts'
import { insertCustomerLock, lockCustomer, type LockedTx } from '../database/locks.ts'
import { postGrant, postNow } from '../ledger/ledger.actions.ts'
import { ABC, START } from '../orders/orders.testing.ts'
import { insertHandBack } from '../portfolio/leaving.store.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from './house.ts'

/*
 * Rows that the server's own role adds: it may insert whole postings with their balances and the house's side, so no
 * right refuses them. The check of the books names them, because they lack the record of their cause.
 */

let house: TestHouse
let ana: TestCustomer
const bought = newId<'order'>()
const waiting = newId<'order'>()
beforeAll(async () => {
  house = await openTestHouse()
  ana = await house.customer()
  await house.quote(ABC, 998n, 1_000n)
  const ticket = { id: bought, listing: ABC, side: 'buy', shares: '10', limit: null, timeInForce: 'day' }
  await house.ask(placeOrder, ticket, { token: ana.token, key: bought })
  await house.quote(ABC, 998n, 1_000n)
  const resting = { ...ticket, id: waiting, limit: '5.00' }
  await house.ask(placeOrder, resting, { token: ana.token, key: waiting })
})
afterAll(() => house.close())

/** The broken laws with their first row after a write of the server's role. The write is rolled back. */
async function brokenBy(work: (tx: LockedTx) => Promise<unknown>): Promise<[code: string, differs: string][]> {
  let broken: [string, string][] = []
  const undone = new Error('taken back')
  const run = house.db.write(async (begun) => {
    const tx = await lockCustomer(begun, ana.id)
    await work(tx)
    broken = (await checkBooks(tx)).map(({ code, rows }) => [code, rows[0]?.differs ?? ''])
    throw undone
  })
  await expect(run).rejects.toBe(undone)
  return broken
}

const post = (cause: PostingCause, lines: readonly Line[], at = house.clock.now()) =>
  brokenBy((tx) => postNow(tx, { customer: ana.id, cause, at, lines }))

test('without a change no law is broken, and one order is filled and one waits', async () => {
  expect(await brokenBy(() => Promise.resolve())).toEqual([])
  expect([house.open.size(), house.open.idsOf(ana.id)]).toEqual([1, [waiting]])
})

describe('practice money that nobody gave', () => {
  const fifty = eur(5_000_000n)

  test('as a second sign-up, even at the instant of the first', async () => {
    const grant = [freeLine('grant', 'grants', eur(10_000_000n))]
    const breaches = [['grants', 'EUR 10000000: the customer did not sign up with it']]
    expect(await post({ kind: 'grant', id: null }, grant)).toEqual(breaches)
    expect(await post({ kind: 'grant', id: null }, grant, house.clock.now() - 2_000)).toEqual(breaches)
  })

  test('as a gift of the command line that is not in the audit log, or a second one by its act', async () => {
    const gift = { amount: fifty, key: newId() }
    expect(await post({ kind: 'grant', id: gift.key }, [freeLine('grant', 'grants', fifty)])).toEqual([
      ['grants', 'EUR 5000000: no act of the command line gave it'],
    ])
    await grantTo(house.db, ana.id, gift, house.clock.now())
    const breaches = [['grants', 'EUR 5000000: no act of the command line gave it']]
    for (const id of [newId(), gift.key])
      expect(await post({ kind: 'grant', id }, [freeLine('grant', 'grants', fifty)])).toEqual(breaches)
  })

  /** A customer of the server's role alone: with the rows of a sign-up, or without the use of an invitation. */
  const invented = (amount: Amount, { isInvited = true, at = house.clock.now() } = {}) =>
    brokenBy(async (begun) => {
      const id = newId<'customer'>()
      const tx = await insertCustomerLock(begun, id, at)
      const opened = { openedKey: newId(), openedBody: Buffer.alloc(32) }
      await insertCustomer(tx, {
        id,
        phone: '699000001',
        language: 'en',
        loginHash: '$argon2id$none',
        joinedAt: at,
        ...opened,
      })
      if (isInvited) await insertInvitationUse(tx, house.invitation, 9_999, id, at)
      await postGrant(tx, id, amount, at)
    })

  test('as the sign-up of an invented customer: with another amount, before it was on record, or uninvited', async () => {
    const starting = eur(10_000_000n)
    expect(await invented(starting)).toEqual([])
    const none = (units: string) => [['grants', `${units}: the house had no such starting grant`]]
    expect(await invented(eur(10_000_001n))).toEqual(none('EUR 10000001'))
    expect(await invented(usd(10_000_000n))).toEqual(none('USD 10000000'))
    expect(await invented(starting, { at: START - 300_001 })).toEqual(none('EUR 10000000'))
    expect(await invented(starting, { at: START - 300_000 })).toEqual([])
    const uninvited = [['grants', 'EUR 10000000: the customer did not sign up with it']]
    expect(await invented(starting, { isInvited: false })).toEqual(uninvited)
  })

  test('as the grant of a start-over, with another amount than the house gives', async () => {
    const at = house.clock.now()
    const over = (amount: Amount) =>
      brokenBy(async (tx) => {
        const id = newId()
        await insertHandBack(tx, { id, customer: ana.id, why: 'start_over', orders: 0, at })
        const about = { kind: 'hand_back', id } as const
        await recordAct(tx, { customer: ana.id, seat: null, act: 'started_over', about, detail: {}, at })
        const lines = [freeLine('grant', 'grants', amount)]
        await postNow(tx, { customer: ana.id, cause: about, at, lines })
      })
    expect(await over(eur(10_000_000n))).toEqual([])
    expect(await over(fifty)).toEqual([['grants', 'EUR 5000000: the house had no such starting grant']])
  })

  test('as a grant of an earlier release: the server’s role cannot add to their list', async () => {
    const added = house.db.write((tx) => tx.run(sql('test_past_grant', `insert into past_grants values ('${ana.id}', 99)`))) // prettier-ignore
    await expect(added).rejects.toMatchObject({ code: '42501' })
  })

  test('under another name, out of the account that grants', async () => {
    expect(await post({ kind: 'order', id: bought }, [freeLine('interest', 'grants', fifty)])).toEqual([
      ['grants', 'EUR 5000000: it has another cause than a grant'],
      ['fill_entries', 'EUR, interest against grants: 5000000 by the entries,  by the fills'],
      ['interest', '5000000 of interest against grants without a night'],
    ])
  })

  test('as the proceeds of an order that bought', async () => {
    expect(await post({ kind: 'order', id: bought }, [freeLine('sell', 'market', usd(7n))])).toEqual([
      ['fill_entries', 'USD, sell against market: 7 by the entries,  by the fills'],
    ])
  })
})

let changes = 0

describe('progress is not moved back', () => {
  // prettier-ignore
  test.each([
    ['an order is not filled again on the event of its fill', () => `update orders set state = 'working', ended_at = null, filled = 5 where id = '${bought}'`],
    ['nor on an earlier one', () => `update orders set through_at = through_at - 1 where id = '${waiting}'`],
    ['nor on one that it was placed on', () => `update orders set state = 'filled', filled = shares, ended_at = 1 where id = '${waiting}'`],
    ['an order that has ended stays as it ended', () => `update orders set ended_at = ended_at + 1 where id = '${bought}'`],
    ['a server has not processed less than it stored', () => 'update fill_progress set through_at = through_at - 1'],
  ])('%s', async (_what, text) => {
    const refused = house.db.write((tx) => tx.run(sql(`test_back_${(changes += 1)}`, text())))
    await expect(refused).rejects.toMatchObject({ constraint: expect.stringMatching(/^(an_order|progress)_goes_forward$/) })
  })

  test('nor is the open order of a server that is forgotten passed over', async () => {
    const broken = await brokenBy((tx) => tx.run(sql('test_forget_servers', 'delete from fill_progress')))
    expect(broken.map(([code]) => code)).toEqual(['order_progress'])
  })
})
