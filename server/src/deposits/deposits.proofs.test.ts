import { afterAll, beforeAll, expect, test } from 'vitest'
import { submitDeposit } from '@lonja/core/deposits/deposits.contract'
import { decideDeposit, openDeposit } from '@lonja/core/deposits/deposits.staff.contract'
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

/** A deposit of 110 USDC with two pictures of proof: the id of its review, and the pictures. */
async function submitted({ token }: TestCustomer): Promise<{ review: string; proofs: readonly string[] }> {
  const [id, ...proofs] = [newId(), newId(), newId()]
  for (const proof of proofs)
    await house.ask(storePicture, { id: proof, use: 'deposit' }, { token, bytes: await samplePicture() })
  const hash = `0x${newId().replaceAll('-', '').repeat(2)}`
  const sent = { id, currency: 'USDC', chain: 'polygon', amount: '110.00', cash: 'EUR', hash, proofs }
  expect((await house.ask(submitDeposit, sent, { token })).status).toBe(200)
  return { review: await reviewOf(house, id), proofs }
}

const view = ({ token }: TestSeat, customer: string, id: string) =>
  house.ask(viewPicture, { customer, id }, { token, key: newId() })

async function give({ token }: TestSeat, id: string, opinion: 'approve' | 'refuse', reason: string) {
  const { seen } = (await house.ask(openDeposit, { id }, { token })).data
  return house.ask(decideDeposit, { id, seen, opinion, reason }, { token, key: newId() })
}

test('a deposit is approved only by a seat that has opened each picture of its proof; a refusal needs none', async () => {
  const who = await house.customer()
  const [one, other] = [await house.seat({ roles: ['treasurer'] }), await house.seat({ roles: ['treasurer'] })]
  const { review, proofs } = await submitted(who)
  const approve = () => give(one, review, 'approve', 'received')
  for (const proof of proofs) await view(other, who.id, proof)
  expect(await approve()).toMatchObject({ error: 'picture_unopened', detail: { count: '2' } })
  await view(one, who.id, proofs[0]!)
  expect(await approve()).toMatchObject({ error: 'picture_unopened', detail: { count: '1' } })
  await view(one, who.id, proofs[1]!)
  expect((await approve()).data).toMatchObject({ outcome: 'decided', state: 'approved' })

  const { review: unseen } = await submitted(who)
  expect((await give(one, unseen, 'refuse', 'not_received')).data).toMatchObject({ state: 'refused' })
})
