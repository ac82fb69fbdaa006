import { HOUR } from '@lonja/core/base/instant'
import { withdrawApplication } from '@lonja/core/ipo/ipo.contract'
import { proposePostponement } from '@lonja/core/ipo/offers.staff.contract'
import { newId } from '../base/ids.ts'
import type { Desk } from '../testing/desk.ts'
import { signInAgain, type TestCustomer } from '../testing/house.ts'
import { subscribe } from './ipo.testing.ts'
import { listUnsentPostponements } from './postponing.store.ts'

/** A customer who has applied for an offer. */
export async function applicantOf({ house }: Desk, offer: string): Promise<TestCustomer & { application: string }> {
  const who = await house.customer()
  const { data } = await subscribe(house, { token: await signInAgain(house, who) }, offer)
  return { ...who, application: data.id as string }
}

/** Two people decide that the deadline and the draw of an offer come an hour later. */
export async function postpone(desk: Desk, offer: string) {
  const before = await desk.offerOf(offer)
  const after = { closes: before.closes + HOUR, draws: before.draws + HOUR, lists: before.lists }
  const { review } = (await desk.ask(proposePostponement, { offer, ...after }, desk.one)).data
  await desk.decide(review, desk.two, 'approve', 'delay_needed')
  const unsent = await desk.house.db.read(listUnsentPostponements)
  return { before, after, postponement: unsent.findLast((one) => one.offer === offer)! }
}

/** An offer with two applications and a withdrawn one, that two people then postpone. */
export async function postponedOffer(desk: Desk) {
  const { house } = desk
  const offer = await desk.published({ market: 'madrid' })
  await desk.later((await desk.offerOf(offer)).opens)
  const [ana, other, gone] = [await applicantOf(desk, offer), await applicantOf(desk, offer), await applicantOf(desk, offer)] // prettier-ignore
  const token = await signInAgain(house, gone)
  await house.ask(withdrawApplication, { id: gone.application }, { token, key: newId() })
  return { offer, ana, other, gone, ...(await postpone(desk, offer)) }
}
