import { afterAll, beforeAll, expect, test } from 'vitest'
import { submitKyc } from '@lonja/core/kyc/kyc.contract'
import { decideKyc, openKyc } from '@lonja/core/kyc/kyc.staff.contract'
import { storePicture } from '@lonja/core/pictures/pictures.contract'
import { viewPicture } from '@lonja/core/pictures/pictures.staff.contract'
import { newId } from '../base/ids.ts'
import { samplePicture } from '../pictures/pictures.testing.ts'
import { reviewOf } from '../review/reviewed.testing.ts'
import type { TestSeat } from '../staff/staff.testing.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from '../testing/house.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
})
afterAll(() => house.close())

const NAME = { firstName: 'Nadia', lastName: 'Beltrán Coy', type: 'passport', number: 'PQ7700123', sample: true }

/** Submits an identity check with a passport of one picture, whose number every customer of this file gives. */
async function submitted(who: TestCustomer): Promise<string> {
  const [id, front] = [newId(), newId()]
  await house.ask(storePicture, { id: front, use: 'kyc' }, { token: who.token, bytes: await samplePicture() })
  await house.ask(submitKyc, { id, ...NAME, front, back: null }, { token: who.token })
  return id
}
const open = async ({ token }: TestSeat, id: string) => house.ask(openKyc, { id: await reviewOf(house, id) }, { token })
async function give(seat: TestSeat, kyc: string, more: object) {
  const { seen, id } = (await open(seat, kyc)).data
  return house.ask(decideKyc, { id, seen, repeat: [], ...more }, { token: seat.token, key: newId() })
}
async function view({ token }: TestSeat, customer: string, papers: readonly { id: string }[]): Promise<void> {
  for (const { id } of papers) await house.ask(viewPicture, { customer, id }, { token, key: newId() })
}
const pass = { opinion: 'approve', reason: 'papers_match' }
const passClosely = { opinion: 'approve', reason: 'looked_closer', note: 'Twins share a paper' }

test('nothing is passed before this seat has opened each picture, nor called checked beside a red check', async () => {
  const who = await house.customer()
  const [first, other] = [await house.seat({ roles: ['reviewer'] }), await house.seat({ roles: ['reviewer'] })]
  const id = await submitted(who)
  const opened = (await open(first, id)).data
  expect(opened.papers).toMatchObject([{ opened: false }])
  await view(other, who.id, opened.papers)
  expect(await give(first, id, pass)).toMatchObject({ error: 'picture_unopened', detail: { count: '1' } })
  await view(first, who.id, opened.papers)
  expect((await open(first, id)).data.papers).toMatchObject([{ opened: true }])
  expect((await give(first, id, { opinion: 'approve', reason: 'looked_closer' })).fields).toMatchObject([
    { field: 'note', code: 'note_needed' },
  ])
  expect((await give(first, id, pass)).data).toMatchObject({ state: 'passed' })

  const twin = await house.customer()
  const same = await submitted(twin)
  const { checks, reasons, papers } = (await open(first, same)).data
  expect(checks[0]).toEqual({ check: 'number_new', ok: false })
  expect(reasons.approve.map(({ code }: { code: string }) => code)).toEqual(['looked_closer'])
  await view(first, twin.id, papers)
  expect((await give(first, same, pass)).fields).toMatchObject([{ field: 'reason', code: 'check_failed' }])
  expect((await give(first, same, passClosely)).data).toMatchObject({ state: 'passed' })
})
