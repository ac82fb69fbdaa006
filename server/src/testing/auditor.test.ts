import { afterAll, beforeAll, expect, test } from 'vitest'
import { CALLS, type CallName } from '@lonja/core/calls'
import { REVIEW_KINDS } from '@lonja/core/lists'
import { openDeposit } from '@lonja/core/deposits/deposits.staff.contract'
import { openThread } from '@lonja/core/support/support.staff.contract'
import { readThread } from '@lonja/core/support/thread.contract'
import { viewPicture } from '@lonja/core/pictures/pictures.staff.contract'
import { listActivity } from '@lonja/core/audit/audit.contract'
import { countQueues } from '@lonja/core/reviews.contract'
import { countActiveSeats } from '../staff/seats.store.ts'
import { ownerIn } from './access.owner.ts'
import { MATRIX } from './access.matrix.ts'
import { openTestHouse, type TestHouse } from './house.ts'
import { VIEWS } from './scenes.ts'
import { ABC, ESP } from '../orders/orders.testing.ts'

/** An auditor reads everything, decides nothing and changes nothing. */

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
  await house.quote(ABC, 999n, 1_001n)
  await house.quote(ESP, 499n, 500n)
})
afterAll(() => house.close())

const STAFF = (Object.keys(CALLS) as CallName[]).filter((name) => CALLS[name].caller === 'seat')
/** Each changes nothing but the seat's own sessions and filters, or opens a review that an auditor does not hold. */
const OWN: readonly CallName[] = ['signOutSeat', 'endSeatSession', 'saveSeatFilter', 'removeSeatFilter']
const OTHERS = [
  ...(['openRestriction', 'openReversal', 'openReset', 'openPublication'] as const),
  ...(['openBlock', 'openBlockOffer', 'openBlockWithdrawal', 'openLoan', 'openRepayment'] as const),
]
const OPENINGS: readonly CallName[] = ['openDeposit', 'openWithdrawal', 'openKyc', 'openOfferReview', ...OTHERS]
/** An invitation code lets somebody in, so reading the codes is part of that work. */
const CODES: readonly CallName[] = ['listInvitations']

test('every write of staff refuses an auditor, and every read but that of codes answers', async () => {
  const owner = await ownerIn(house)
  const errors: Record<string, string | undefined> = {}
  const expected: Record<string, string | undefined> = {}
  for (const name of STAFF.filter((each) => !OWN.includes(each))) {
    const { token } = await house.seat({ roles: ['auditor'] })
    const answer = await house.ask(CALLS[name], MATRIX[name][1](owner), { token })
    errors[name] = answer.error
    const isOpen = (CALLS[name].kind === 'read' || OPENINGS.includes(name)) && !CODES.includes(name)
    expected[name] = isOpen ? (answer.error === 'not_your_role' ? 'an answer' : answer.error) : 'not_your_role'
  }
  expect(errors).toEqual(expected)
  expect(STAFF.filter((name) => VIEWS.includes(name) && errors[name] === undefined).length).toBeGreaterThan(5)
})

test('a review that an auditor opens is viewed and not held, and the customer reads the view', async () => {
  const owner = await ownerIn(house)
  const [auditor, treasurer] = [await house.seat({ roles: ['auditor'] }), await house.seat({ roles: ['treasurer'] })]
  const id = owner.reviews.deposit
  const seen = await house.ask(openDeposit, { id }, auditor)
  expect(seen.data).toMatchObject({ onlyLook: 'role_reads', holder: null, review: 'pending', steps: [] })
  expect((await house.ask(openDeposit, { id }, treasurer)).data).toMatchObject({ onlyLook: null })
  expect((await house.ask(openDeposit, { id }, auditor)).data).toMatchObject({ onlyLook: 'role_reads' })
  const { rows } = (await house.ask(listActivity, { which: 'views' }, { token: owner.token })).data
  const views = rows.filter(({ seat }: { seat: number }) => seat === auditor.number)
  expect(views).toMatchObject([
    { act: 'viewed_deposit', role: 'auditor' },
    { act: 'viewed_deposit', role: 'auditor' },
  ])
})

test('a paper is shown with a watermark and recorded; a thread is read and still waits for support', async () => {
  const owner = await ownerIn(house)
  const auditor = await house.seat({ roles: ['auditor'] })
  expect((await house.ask(viewPicture, { customer: owner.id, id: owner.paper }, auditor)).data).toMatchObject({
    use: 'kyc',
  })
  expect((await house.ask(openThread, { customer: owner.id }, auditor)).status).toBe(200)
  const isRead = async () => (await house.ask(readThread, {}, { token: owner.token })).data.rows[0].isRead as boolean
  expect(await isRead()).toBe(false)
  await house.ask(openThread, { customer: owner.id }, await house.seat({ roles: ['support'] }))
  expect(await isRead()).toBe(true)
  const { rows } = (await house.ask(listActivity, { which: 'views' }, { token: owner.token })).data
  const own = rows.filter(({ seat }: { seat: number }) => seat === auditor.number)
  expect(own.map(({ act, role }: { act: string; role: string }) => [act, role])).toEqual([
    ['viewed_thread', 'auditor'],
    ['viewed_paper', 'auditor'],
  ])
})

test('a seat that only reads is no second person: it does not count as one that decides', async () => {
  const count = () => house.db.read(countActiveSeats)
  const before = await count()
  const auditor = await house.seat({ roles: ['auditor'] })
  expect(await count()).toBe(before)
  await house.seat({ roles: ['auditor', 'treasurer'] })
  expect(await count()).toBe(before + 1)
  const { rows } = (await house.ask(countQueues, {}, auditor)).data
  expect(rows.map(({ kind }: { kind: string }) => kind)).toHaveLength(REVIEW_KINDS.length)
})
