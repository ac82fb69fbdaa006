import { readBlock } from '@lonja/core/blocks/blocks.contract'
import { readAllNotices } from '@lonja/core/notices/notices.contract'
import { beginPush } from '@lonja/core/notices/push.contract'
import { storePicture } from '@lonja/core/pictures/pictures.contract'
import { answerThread, closeThread } from '@lonja/core/support/support.staff.contract'
import { toggleWatch } from '@lonja/core/watchlist/watchlist.contract'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { ALERT, ownerIn, PASSPORT, PUSH_DEVICE, ticketOf, withoutThings, type Owner } from './access.owner.ts'
import { newId } from '../base/ids.ts'
import { judgeBlock } from '../blocks/blocks.testing.ts'
import { LEAVER_PASSWORD, leaverIn } from './fuzz.leaving.ts'
import { tradingPasswordOf } from './fuzz.withdrawals.ts'
import { signInAgain, type TestHouse } from './house.ts'
import { ABC, ESP } from '../orders/orders.testing.ts'
import { insertPayee } from '../payees/payees.store.ts'
import { CARD } from '../withdrawals/withdrawals.testing.ts'
import { findToken } from '../secrets/token.ts'

/** Scenes of customers' writes whose row in the access matrix is refused or changes nothing. */

/** A customer who can withdraw at once, to a bank card. */
export async function payingOwnerIn(house: TestHouse): Promise<{ customer: Owner; payee: string; password: string }> {
  const customer = await ownerIn(house)
  const [payee, now] = [newId(), house.clock.now()]
  const row = { customer: customer.id, id: payee, to: CARD, addedAt: now, readyAt: now }
  await house.db.write((tx) => insertPayee(tx, row))
  return { customer, payee, password: await tradingPasswordOf(house, customer.id) }
}

/** An owner to whom customer service has answered. */
async function answeredOwnerIn(house: TestHouse) {
  const customer = await ownerIn(house)
  const { token } = await house.seat({ roles: ['support'] })
  const answer = { id: newId(), customer: customer.id, text: 'Sí' }
  const reply = await house.ask(answerThread, answer, { token, key: answer.id })
  return { customer, support: token, n: (reply.data as { n: number }).n }
}

/** An owner of shares with a ticket to sell one. */
export async function sellerScene(house: TestHouse) {
  const customer = await ownerIn(house)
  const buy = { ...ticketOf(ABC), shares: '2', limit: null }
  await house.ask(placeOrder, buy, { token: customer.token, key: buy.id })
  await house.quote(ABC, 999n, 1_001n)
  return { token: customer.token, input: { ...ticketOf(ABC), side: 'sell', limit: '99.00' }, customer }
}

/** An owner to whom a reviewer offers fewer shares of a block. */
async function fewerSharesIn(house: TestHouse) {
  const customer = await ownerIn(house)
  const { token, block: id } = customer
  await judgeBlock(house, id, 'approve', { less: '1' })
  const { offered } = (await house.ask(readBlock, { id }, { token })).data as { offered: { seen: string } }
  return { token, input: { id, seen: offered.seen }, customer }
}

export const CUSTOMER_SCENES = {
  unreadNotices: async (house: TestHouse) => {
    const customer = await ownerIn(house)
    const answer = await house.ask(readAllNotices, {}, { token: customer.token, key: newId() })
    return { token: customer.token, input: { at: (answer.data as { at: number }).at }, customer }
  },
  endPush: async (house: TestHouse) => {
    const customer = await ownerIn(house)
    await house.ask(beginPush, PUSH_DEVICE, { token: customer.token, key: newId() })
    return { token: customer.token, input: {}, customer }
  },
  toggleWatch: async (house: TestHouse) => {
    const customer = await ownerIn(house)
    return { token: customer.token, input: { listing: ESP, watched: true }, customer }
  },
  orderWatches: async (house: TestHouse) => {
    const customer = await ownerIn(house)
    await house.ask(toggleWatch, { listing: ESP, watched: true }, { token: customer.token, key: newId() })
    return { token: customer.token, input: { listings: [ESP, ABC] }, customer }
  },
  changeAlert: async (house: TestHouse) => {
    const customer = await ownerIn(house)
    return { token: customer.token, input: { id: customer.alert, ...ALERT, level: '998.00' }, customer }
  },
  submitWithdrawal: async (house: TestHouse) => {
    const { customer, payee, password } = await payingOwnerIn(house)
    const amount = { amount: '25.00', currency: 'EUR' }
    return { token: customer.token, input: { id: newId(), amount, payee, password }, customer }
  },
  submitKyc: async (house: TestHouse) => {
    const customer = withoutThings(await house.customer())
    const { token } = customer
    const front = newId()
    await house.ask(storePicture, { id: front, use: 'kyc' }, { token, key: front })
    return { token, input: { id: newId(), ...PASSPORT, front }, customer }
  },
  markThreadRead: async (house: TestHouse) => {
    const { customer, n } = await answeredOwnerIn(house)
    return { token: customer.token, input: { through: n }, customer }
  },
  rateThread: async (house: TestHouse) => {
    const { customer, support } = await answeredOwnerIn(house)
    const { id, thread } = customer
    await house.ask(closeThread, { customer: id, thread }, { token: support, key: newId() })
    return { token: customer.token, input: { thread, rating: 4 }, customer }
  },
  startOver: async (house: TestHouse) => {
    const customer = withoutThings(await house.customer())
    const { token } = customer
    const password = await tradingPasswordOf(house, customer.id)
    const ticket = ticketOf(ABC)
    await house.ask(placeOrder, ticket, { token, key: ticket.id })
    return { token, input: { id: newId(), password }, customer: { ...customer, order: ticket.id } }
  },
  closeAccount: async (house: TestHouse) => {
    const token = await leaverIn(house)
    const customer = withoutThings({ id: findToken(token)!.customer, token, phone: '', password: LEAVER_PASSWORD })
    return { token, input: { password: LEAVER_PASSWORD }, customer }
  },
  acceptBlock: fewerSharesIn,
  declineBlock: fewerSharesIn,
  endSession: async (house: TestHouse) => {
    const customer = await ownerIn(house)
    await signInAgain(house, customer)
    return { token: customer.token, input: { id: 'others' }, customer }
  },
}
