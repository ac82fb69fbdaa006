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
  const answer = await subscribe(house, { token: await signInAgain(house, who) }, offer)
  const { id } = answer.data as { id: string }
  return { ...who, application: id }
}

interface Dates {
  readonly opens: number
  readonly closes: number
  readonly draws: number
  readonly lists: number
}

const datesOf = async (desk: Desk, offer: string) => (await desk.offerOf(offer)) as Dates

/** Two people decide that the deadline and the draw of an offer come an hour later. */
export async function postpone(desk: Desk, offer: string) {
  const before = await datesOf(desk, offer)
  const after = { closes: before.closes + HOUR, draws: before.draws + HOUR, lists: before.lists }
  const answer = await desk.ask(proposePostponement, { offer, ...after }, desk.one)
  const { review } = answer.data as { review: string }
  await desk.decide(review, desk.two, 'approve', 'delay_needed')
  const unsent = await desk.house.db.read(listUnsentPostponements)
  return { before, after, postponement: unsent.findLast((one) => one.offer === offer)! }
}

/** An offer with two applications and a withdrawn one, that two people then postpone. */
export async function postponedOffer(desk: Desk) {
  const { house } = desk
  const offer = await desk.published({ market: 'madrid' })
  await desk.later((await datesOf(desk, offer)).opens)
  const [ana, other, gone] = [await applicantOf(desk, offer), await applicantOf(desk, offer), await applicantOf(desk, offer)] // prettier-ignore
  const token = await signInAgain(house, gone)
  await house.ask(withdrawApplication, { id: gone.application }, { token, key: newId() })
  return { offer, ana, other, gone, ...(await postpone(desk, offer)) }
}
