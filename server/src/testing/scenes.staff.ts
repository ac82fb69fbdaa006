import { openBlock, openBlockOffer, proposeBlockOffer } from '@lonja/core/blocks/blocks.staff.contract'
import { openBlockWithdrawal, proposeBlockWithdrawal } from '@lonja/core/blocks/withdrawals.staff.contract'
import { openPublication } from '@lonja/core/news/publications.staff.contract'
import { openReset } from '@lonja/core/resets/resets.staff.contract'
import { askOn, findBy } from '../resets/resets.testing.ts'
import { openRestriction, restrictAccount } from '@lonja/core/restrictions/restrictions.staff.contract'
import type { Role } from '@lonja/core/base/contract'
import { HOUR } from '@lonja/core/base/instant'
import { openDeposit } from '@lonja/core/deposits/deposits.staff.contract'
import { openKyc } from '@lonja/core/kyc/kyc.staff.contract'
import { decideWithdrawal, openWithdrawal } from '@lonja/core/withdrawals/withdrawals.staff.contract'
import { saveSeatFilter } from '@lonja/core/review/filters.staff.contract'
import { openReversal } from '@lonja/core/reversals/reversals.staff.contract'
import { askReversal } from '../reversals/reversals.testing.ts'
import { ownerIn, type Owner } from './access.owner.ts'
import { newId } from '../base/ids.ts'
import { offerForm, openBlocks } from '../blocks/blocks.testing.ts'
import { freshSeat } from './fuzz.staff.ts'
import { pictureSent } from './fuzz.support.ts'
import type { TestHouse } from './house.ts'
import { closeOutOf } from '../risk/risk.testing.ts'
import { reviewOf } from '../review/reviewed.testing.ts'

/** Scenes of staff's writes whose row in the access matrix is refused or changes nothing. */

type Opening = typeof openBlock | typeof openDeposit | typeof openKyc | typeof openWithdrawal

/** A seat that holds a review of an owner's thing and has seen its payload. */
async function holding(house: TestHouse, role: Role, [call, of]: [Opening, (owner: Owner) => string]) {
  const customer = await ownerIn(house)
  const { token } = await house.seat({ roles: [role] })
  const id = await reviewOf(house, of(customer))
  const opened = await house.ask(call, { id }, { token })
  return { customer, token, seen: { id, seen: (opened.data as { seen: string }).seen } }
}

/** Restricts an account for some hours. Returns the id of the review in which two people decide; null if one suffices. */
async function restrictedIn(
  house: TestHouse,
  { customer, token, hours }: { customer: Owner; token: string; hours: number },
): Promise<string | null> {
  const until = house.clock.now() + hours * HOUR
  const restriction = { id: newId(), customer: customer.id, level: 2, reason: 'court_order', until }
  const { data } = await house.ask(restrictAccount, restriction, { token })
  return (data as { review: string | null }).review
}

/** A seat of all roles, with one of each thing that it may end or change. */
async function keeperIn(house: TestHouse) {
  const seat = await freshSeat(house)
  return { seat, token: seat.token, customer: null }
}

/** The terms of a block that a seat proposes. Returns their review. */
async function offerProposed(house: TestHouse): Promise<string> {
  const { token } = await house.seat({ roles: ['operations'] })
  return ((await house.ask(proposeBlockOffer, offerForm(house), { token })).data as { review: string }).review
}

/** The withdrawal of a new block offer, as a seat writes it. */
const withdrawalOf = async (house: TestHouse) => ({
  id: newId(),
  offer: (await openBlocks(house.db, house.clock.now())).offer,
  reason: 'company_event',
})

/** The same as a seat proposes it. Returns its review. */
async function withdrawalProposed(house: TestHouse): Promise<string> {
  const { token } = await house.seat({ roles: ['operations'] })
  const { data } = await house.ask(proposeBlockWithdrawal, await withdrawalOf(house), { token })
  return (data as { review: string }).review
}

export const STAFF_SCENES = {
  decideDeposit: async (house: TestHouse) => {
    const held = await holding(house, 'treasurer', [openDeposit, ({ deposit }) => deposit])
    return { ...held, input: { ...held.seen, opinion: 'approve', reason: 'received' } }
  },
  decideWithdrawal: async (house: TestHouse) => {
    const held = await holding(house, 'treasurer', [openWithdrawal, ({ withdrawal }) => withdrawal])
    return { ...held, input: { ...held.seen, opinion: 'approve', reason: 'customer_confirmed' } }
  },
  openCloseOut: async (house: TestHouse) => {
    const customer = await ownerIn(house)
    const id = await closeOutOf(house, customer)
    const { token } = await house.seat({ roles: ['treasurer'] })
    return { customer, token, input: { customer: customer.id, id } }
  },
  decideKyc: async (house: TestHouse) => {
    const held = await holding(house, 'reviewer', [openKyc, ({ kyc }) => kyc])
    return { ...held, input: { ...held.seen, opinion: 'refuse', reason: 'paper_unreadable', repeat: ['front'] } }
  },
  decideBlock: async (house: TestHouse) => {
    const held = await holding(house, 'reviewer', [openBlock, ({ block }) => block])
    return { ...held, input: { ...held.seen, opinion: 'approve', reason: 'requirements_met' } }
  },
  openBlockOffer: async (house: TestHouse) => {
    const { token } = await house.seat({ roles: ['operations'] })
    return { customer: null, token, input: { id: await offerProposed(house) } }
  },
  decideBlockOffer: async (house: TestHouse) => {
    // A seat in its first day gives no second opinion.
    const { token } = await house.seat({ roles: ['operations'], claimedAt: house.clock.now() - 48 * HOUR })
    const id = await offerProposed(house)
    const { seen } = (await house.ask(openBlockOffer, { id }, { token })).data as { seen: string }
    return { customer: null, token, input: { id, seen, opinion: 'approve', reason: 'terms_read' } }
  },
  proposeBlockWithdrawal: async (house: TestHouse) => {
    const { token } = await house.seat({ roles: ['operations'] })
    return { customer: null, token, input: await withdrawalOf(house) }
  },
  openBlockWithdrawal: async (house: TestHouse) => {
    const { token } = await house.seat({ roles: ['operations'] })
    return { customer: null, token, input: { id: await withdrawalProposed(house) } }
  },
  decideBlockWithdrawal: async (house: TestHouse) => {
    const { token } = await house.seat({ roles: ['operations'], claimedAt: house.clock.now() - 48 * HOUR })
    const id = await withdrawalProposed(house)
    const { seen } = (await house.ask(openBlockWithdrawal, { id }, { token })).data as { seen: string }
    return { customer: null, token, input: { id, seen, opinion: 'approve', reason: 'company_event' } }
  },
  letGoReview: async (house: TestHouse) => {
    const { customer, token, seen } = await holding(house, 'treasurer', [
      openWithdrawal,
      ({ withdrawal }) => withdrawal,
    ])
    return { customer, token, input: { id: seen.id } }
  },
  saveSeatFilter: async (house: TestHouse) => {
    const { token } = await house.seat()
    return { customer: null, token, input: { id: newId(), kind: 'deposit', name: 'Mine', query: 'whose=mine' } }
  },
  removeSeatFilter: async (house: TestHouse) => {
    const { token } = await house.seat()
    const id = newId()
    await house.ask(saveSeatFilter, { id, kind: 'deposit', name: 'Mine', query: 'whose=mine' }, { token, key: id })
    return { customer: null, token, input: { id } }
  },
  readThreadPicture: async (house: TestHouse) => {
    const customer = await ownerIn(house)
    const id = await pictureSent(house, customer)
    const { token } = await house.seat({ roles: ['support'] })
    return { customer, token, input: { customer: customer.id, id } }
  },
  findReset: async (house: TestHouse) => {
    const customer = await ownerIn(house)
    const { code } = await askOn(house, customer.phone)
    const { token } = await house.seat({ roles: ['support'] })
    return { customer, token, input: { code } }
  },
  openReset: async (house: TestHouse) => {
    const customer = await ownerIn(house)
    const seat = await house.seat({ roles: ['support'] })
    return { customer, token: seat.token, input: { id: await findBy(house, await askOn(house, customer.phone), seat) } }
  },
  decideReset: async (house: TestHouse) => {
    const customer = await ownerIn(house)
    const { token } = await house.seat({ roles: ['support'] })
    const id = await findBy(house, await askOn(house, customer.phone), { token })
    const { seen } = (await house.ask(openReset, { id }, { token })).data as { seen: string }
    return { customer, token, input: { id, seen, opinion: 'approve', reason: 'answers_match' } }
  },
  liftRestriction: async (house: TestHouse) => {
    const customer = await ownerIn(house)
    const { token } = await house.seat({ roles: ['support'] })
    await restrictedIn(house, { customer, token, hours: 1 })
    return { customer, token, input: { id: newId(), customer: customer.id } }
  },
  openRestriction: async (house: TestHouse) => {
    const customer = await ownerIn(house)
    const { token } = await house.seat({ roles: ['support'] })
    return { customer, token, input: { id: await restrictedIn(house, { customer, token, hours: 73 }) } }
  },
  decideRestriction: async (house: TestHouse) => {
    const customer = await ownerIn(house)
    const { token } = await house.seat({ roles: ['support'] })
    const id = await restrictedIn(house, { customer, token, hours: 73 })
    const { seen } = (await house.ask(openRestriction, { id }, { token })).data as { seen: string }
    return { customer, token, input: { id, seen, opinion: 'approve', reason: 'grounds_hold' } }
  },
  reverseCredit: async (house: TestHouse) => {
    const customer = await ownerIn(house)
    const { token } = await house.seat({ roles: ['treasurer'] })
    const amount = { amount: '1.00', currency: 'EUR' }
    return { customer, token, input: { id: newId(), customer: customer.id, entry: 1, amount, reason: 'wrong_amount' } }
  },
  openReversal: async (house: TestHouse) => {
    const customer = await ownerIn(house)
    const { token } = await house.seat({ roles: ['treasurer'] })
    const { review } = (await askReversal(house, { token }, customer.id, '1.00')).data as { review: string }
    return { customer, token, input: { id: review } }
  },
  decideReversal: async (house: TestHouse) => {
    const customer = await ownerIn(house)
    const { token } = await house.seat({ roles: ['treasurer'] })
    const { review: id } = (await askReversal(house, { token }, customer.id, '1.00')).data as { review: string }
    const { seen } = (await house.ask(openReversal, { id }, { token })).data as { seen: string }
    return { customer, token, input: { id, seen, opinion: 'approve', reason: 'wrong_amount' } }
  },
  recallWithdrawal: async (house: TestHouse) => {
    const held = await holding(house, 'treasurer', [openWithdrawal, ({ withdrawal }) => withdrawal])
    const opinion = { ...held.seen, opinion: 'approve', reason: 'customer_confirmed' }
    await house.ask(decideWithdrawal, opinion, { token: held.token, key: newId() })
    return { ...held, input: { id: held.seen.id } }
  },
  claimSeat: async (house: TestHouse) => {
    const { link, setUp, setUpCode: code } = (await keeperIn(house)).seat
    const password = 'long enough so'
    const name = `Ana ${newId()}`
    return { token: undefined, input: { link, setUp, code, name, password, again: password }, customer: null }
  },
  signInSeat: async (house: TestHouse) => {
    const { name, password, code } = (await keeperIn(house)).seat
    return { token: undefined, input: { name, password, code }, customer: null }
  },
  revokeSeatLink: async (house: TestHouse) => {
    const keeper = await keeperIn(house)
    return { ...keeper, input: { id: keeper.seat.linkToRevoke } }
  },
  changeSeatRoles: async (house: TestHouse) => {
    const keeper = await keeperIn(house)
    return { ...keeper, input: { id: keeper.seat.other, roles: ['support'] } }
  },
  endSeat: async (house: TestHouse) => {
    const keeper = await keeperIn(house)
    return { ...keeper, input: { id: keeper.seat.other } }
  },
  openPublication: async (house: TestHouse) => {
    const keeper = await keeperIn(house)
    return { ...keeper, input: { id: keeper.seat.publication } }
  },
  decidePublication: async (house: TestHouse) => {
    const keeper = await keeperIn(house)
    const id = keeper.seat.publication
    const { seen } = (await house.ask(openPublication, { id }, { token: keeper.token })).data as { seen: string }
    return { ...keeper, input: { id, seen, opinion: 'approve', reason: 'text_checked' } }
  },
  confirmSeatChange: async (house: TestHouse) => {
    const keeper = await keeperIn(house)
    return { ...keeper, input: { id: keeper.seat.change } }
  },
  withdrawSeatChange: async (house: TestHouse) => {
    const keeper = await keeperIn(house)
    return { ...keeper, input: { id: keeper.seat.change } }
  },
  confirmSeat: async (house: TestHouse) => {
    const keeper = await keeperIn(house)
    const { id: letInBy } = await house.seat()
    return { ...keeper, input: { id: (await house.seat({ letInBy })).id } }
  },
  endSessionsOfSeat: async (house: TestHouse) => {
    const keeper = await keeperIn(house)
    return { ...keeper, input: { id: keeper.seat.other } }
  },
  endInvitation: async (house: TestHouse) => {
    const keeper = await keeperIn(house)
    return { ...keeper, input: { id: keeper.seat.invitation } }
  },
  editHouseArticle: async (house: TestHouse) => {
    const keeper = await keeperIn(house)
    const text = { language: 'en', title: 'Told anew', body: 'In plain words' }
    return { ...keeper, input: { name: keeper.seat.article, ...text, version: 0 } }
  },
  withdrawHouseArticle: async (house: TestHouse) => {
    const keeper = await keeperIn(house)
    return { ...keeper, input: { name: keeper.seat.article, reason: 'It named the wrong day.' } }
  },
}
