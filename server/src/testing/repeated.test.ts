import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR } from '@lonja/core/base/instant'
import { CALLS, type CallName } from '@lonja/core/calls'
import { openDeposit } from '@lonja/core/deposits/deposits.staff.contract'
import { openReversal } from '@lonja/core/reversals/reversals.staff.contract'
import { openReset } from '@lonja/core/resets/resets.staff.contract'
import { askOn, findBy } from '../resets/resets.testing.ts'
import { openRestriction, restrictAccount } from '@lonja/core/restrictions/restrictions.staff.contract'

import { openPublication } from '@lonja/core/news/publications.staff.contract'
import { openKyc } from '@lonja/core/kyc/kyc.staff.contract'
import { changeSeatRoles } from '@lonja/core/staff/seats.staff.contract'
import { BLOCK_ASKED, CARD, COINS_SENT, hashOfDay, ownerIn, PASSPORT, WALLET, type Owner } from './access.owner.ts'
import { askReversal } from '../reversals/reversals.testing.ts'
import { newId } from '../base/ids.ts'
import { CHECKOUT } from '../config/config.ts'
import { blockForm, judgeBlock, openBlocks } from '../blocks/blocks.testing.ts'
import { ACTION_FILE } from '../news/news.testing.ts'
import { restrictCustomer } from '../restrictions/operator.actions.ts'
import { optionForm } from '../options/options.testing.ts'
import { openTestHouse, type TestHouse } from './house.ts'
import { ABC, ESP, START } from '../orders/orders.testing.ts'
import { messageProposed } from './fuzz.staff.ts'
import { ELSEWHERE, STORED, caseOf, sendAgain, type RepeatCase } from './repeated.ts'
import type { TestSeat } from '../staff/staff.testing.ts'
import { open, payerIn, submit, TRADING, type Payer } from '../withdrawals/withdrawals.testing.ts'
import { reviewOf } from '../review/reviewed.testing.ts'

/* Sends every write that stores its answer again with its idempotency key. A new write is sent by its scene. */

let house: TestHouse
let mine: Owner
let payer: Payer
let seat: TestSeat
let second: TestSeat
beforeAll(async () => {
  house = await openTestHouse()
  await house.quote(ABC, 999n, 1_001n)
  await house.quote(ESP, 499n, 500n)
  mine = await ownerIn(house)
  payer = await payerIn(house)
  seat = await house.seat()
  second = await house.seat()
})
afterAll(() => house.close())

const id = () => newId()

/** An application of the owner for a block, and the answer to fewer shares that a reviewer offers for one. */
async function blockAsked(): Promise<string> {
  const form = { id: id(), offer: mine.blockOffer, ...BLOCK_ASKED }
  return (await house.ask(CALLS.applyForBlock, form, { token: mine.token, key: form.id })).data.id as string
}
async function fewerOffered(): Promise<{ id: string; seen: string }> {
  const block = await blockAsked()
  await judgeBlock(house, block, 'approve', { less: '1', by: seat.token })
  const { offered } = (await house.ask(CALLS.readBlock, { id: block }, { token: mine.token })).data
  return { id: block, seen: offered.seen }
}
const MESSAGE = { title: 'Told', body: 'In plain words' }
const PUSH_KEYS = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}

/** The input of each write, in an order in which all can be accepted. */
const SENT: Readonly<Partial<Record<CallName, () => RepeatCase | Promise<RepeatCase>>>> = {
  changeProfile: () => ({ by: mine, input: { displayName: 'Ana' }, other: { displayName: 'Eva' } }),
  submitDeposit: () => ({
    by: mine,
    input: { id: id(), ...COINS_SENT, hash: hashOfDay() },
    other: { amount: '21.00' },
  }),
  addWallet: () => ({ by: mine, input: { id: id(), ...WALLET }, other: { currency: 'USDC', chain: 'polygon' } }),
  addBankCard: () => ({ by: mine, input: { id: id(), ...CARD }, other: { accountName: 'Eva' } }),
  removePayee: () => ({ by: mine, input: { id: mine.payee }, other: { id: id() } }),
  storePicture: () => ({ by: mine, input: { id: id(), use: 'support' }, other: { use: 'deposit' } }),
  enterOption: () => ({ by: mine, input: optionForm(), other: { stake: '11.00' } }),
  sendMessage: () => ({ by: mine, input: { id: id(), text: 'Hola', pictures: [] }, other: { text: 'Adiós' } }),
  beginPush: () => ({
    by: mine,
    input: { endpoint: 'https://push.example.org/one', ...PUSH_KEYS },
    other: { endpoint: 'https://push.example.org/two' },
  }),
  submitWithdrawal: () => ({
    by: payer,
    input: { id: id(), amount: { amount: '10.00', currency: 'EUR' }, payee: payer.payee, password: TRADING },
    other: { amount: { amount: '11.00', currency: 'EUR' } },
  }),
  cancelWithdrawal: async () => ({
    by: payer,
    input: { id: (await submit(house, payer)).data.id as string },
    other: { id: id() },
  }),
  decideWithdrawal: async () => {
    const review = await reviewOf(house, (await submit(house, payer)).data.id as string)
    const { seen } = (await open(house, seat, review)).data as { seen: string }
    const input = { id: review, seen, opinion: 'approve', reason: 'customer_confirmed' }
    return { by: seat, input, other: { opinion: 'refuse', reason: 'asked_twice' } }
  },
  decideDeposit: async () => {
    const review = await reviewOf(house, mine.deposit)
    const { seen } = (await house.ask(openDeposit, { id: review }, seat)).data as { seen: string }
    const input = { id: review, seen, opinion: 'approve', reason: 'received' }
    return { by: seat, input, other: { opinion: 'refuse', reason: 'not_received' } }
  },
  decideKyc: async () => {
    const review = await reviewOf(house, mine.kyc)
    const { seen } = (await house.ask(openKyc, { id: review }, seat)).data as { seen: string }
    const input = { id: review, seen, opinion: 'refuse', reason: 'paper_unreadable', repeat: ['front'] }
    return { by: seat, input, other: { repeat: ['number'] } }
  },
  submitKyc: async () => {
    const paper = newId()
    await house.ask(CALLS.storePicture, { id: paper, use: 'kyc' }, { token: payer.token })
    return { by: payer, input: { id: id(), ...PASSPORT, front: paper }, other: { firstName: 'Eva' } }
  },
  subscribeToOffer: () => ({
    by: mine,
    input: { id: id(), offer: mine.nextOffer, wish: { lots: '1' } },
    other: { wish: { lots: '2' } },
  }),
  changeApplication: () => ({
    by: mine,
    input: { id: mine.application, wish: { lots: '3' } },
    other: { wish: { lots: '1' } },
  }),
  withdrawApplication: () => ({ by: mine, input: { id: mine.application }, other: { id: id() } }),
  applyForBlock: () => ({
    by: mine,
    input: { id: id(), offer: mine.blockOffer, ...BLOCK_ASKED },
    other: { cap: '4.99' },
  }),
  cancelBlock: () => ({ by: mine, input: { id: mine.block }, other: { id: id() } }),
  acceptBlock: async () => ({ by: mine, input: await fewerOffered(), other: { seen: 'another' } }),
  declineBlock: async () => ({ by: mine, input: await fewerOffered(), other: { seen: 'another' } }),
  proposeBlockOffer: () => ({ by: seat, input: blockForm(), other: { discountBps: 401 } }),
  decideBlockOffer: async () => {
    const { token } = await house.seat({ roles: ['operations'] })
    const { data } = await house.ask(CALLS.proposeBlockOffer, blockForm(), { token })
    const { seen } = (await house.ask(CALLS.openBlockOffer, { id: data.review }, seat)).data as { seen: string }
    const input = { id: data.review, seen, opinion: 'approve', reason: 'terms_read' }
    return { by: seat, input, other: { opinion: 'refuse', reason: 'not_now' } }
  },
  proposeBlockWithdrawal: async () => {
    const { offer } = await openBlocks(house.db, house.clock.now())
    return { by: seat, input: { id: id(), offer, reason: 'company_event' }, other: { reason: 'terms_mistaken' } }
  },
  decideBlockWithdrawal: async () => {
    const { token } = await house.seat({ roles: ['operations'] })
    const { offer } = await openBlocks(house.db, house.clock.now())
    const form = { id: id(), offer, reason: 'company_event' }
    const { data } = await house.ask(CALLS.proposeBlockWithdrawal, form, { token })
    const { seen } = (await house.ask(CALLS.openBlockWithdrawal, { id: data.review }, seat)).data as { seen: string }
    const input = { id: data.review, seen, opinion: 'approve', reason: 'company_event' }
    return { by: seat, input, other: { opinion: 'refuse', reason: 'not_now' } }
  },
  decideBlock: async () => {
    const review = await reviewOf(house, await blockAsked())
    const { seen } = (await house.ask(CALLS.openBlock, { id: review }, seat)).data as { seen: string }
    const input = { id: review, seen, opinion: 'approve', reason: 'requirements_met' }
    return { by: seat, input, other: { opinion: 'refuse', reason: 'customer_asked' } }
  },
  answerThread: () => ({ by: seat, input: { id: id(), customer: mine.id, text: 'Sí' }, other: { text: 'No' } }),
  writeNote: () => ({ by: seat, input: { id: id(), customer: mine.id, text: 'Llamó' }, other: { text: 'Vino' } }),
  saveSeatFilter: () => ({
    by: seat,
    input: { id: id(), kind: 'deposit', name: 'Mine', query: 'whose=mine' },
    other: { query: 'late=yes' },
  }),
  closeThread: () => ({ by: seat, input: { customer: mine.id, thread: mine.thread }, other: { thread: id() } }),
  rateThread: () => ({ by: mine, input: { thread: mine.thread, rating: 5 }, other: { rating: 1 } }),
  restrictAccount: () => ({
    by: seat,
    input: { id: id(), customer: mine.id, level: 1, reason: 'unusual_activity', until: START + 24 * HOUR },
    other: { reason: 'court_order' },
  }),
  liftRestriction: async () => {
    const terms = { level: 1, reason: 'court_order', until: START + 24 * HOUR } as const
    await restrictCustomer(house, payer.id, terms, house.clock.now())
    return { by: seat, input: { id: id(), customer: payer.id }, other: { customer: mine.id } }
  },
  decideReset: async () => {
    const review = await findBy(house, await askOn(house, payer.phone), seat)
    const { seen } = (await house.ask(openReset, { id: review }, seat)).data as { seen: string }
    const input = { id: review, seen, opinion: 'approve', reason: 'answers_match' }
    return { by: seat, input, other: { opinion: 'refuse', reason: 'answers_wrong' } }
  },
  disownReset: async () => {
    const other = await house.customer()
    return { by: other, input: { id: (await askOn(house, other.phone)).id }, other: { id: id() } }
  },
  decideRestriction: async () => {
    const until = START + 80 * 24 * HOUR
    const request = { id: id(), customer: mine.id, level: 1, reason: 'court_order', until }
    const { review } = (await house.ask(restrictAccount, request, seat)).data as { review: string }
    const { seen } = (await house.ask(openRestriction, { id: review }, seat)).data as { seen: string }
    const input = { id: review, seen, opinion: 'approve', reason: 'grounds_hold' }
    return { by: seat, input, other: { opinion: 'refuse', reason: 'grounds_missing' } }
  },
  reverseCredit: () => ({
    by: seat,
    input: {
      id: id(),
      customer: mine.id,
      entry: 1,
      amount: { amount: '1.00', currency: 'EUR' },
      reason: 'wrong_amount',
    },
    other: { reason: 'wrong_customer' },
  }),
  decideReversal: async () => {
    const { review } = (await askReversal(house, seat, mine.id, '1.00')).data as { review: string }
    const { seen } = (await house.ask(openReversal, { id: review }, seat)).data as { seen: string }
    const input = { id: review, seen, opinion: 'approve', reason: 'wrong_amount' }
    return { by: seat, input, other: { opinion: 'refuse', reason: 'credit_right' } }
  },
  recallWithdrawal: async () => ({
    by: seat,
    input: { id: await reviewOf(house, mine.withdrawal) },
    other: { id: await reviewOf(house, mine.kyc) },
  }),
  sendHouseMessage: () => ({
    by: seat,
    input: { id: id(), customer: mine.id, texts: { en: MESSAGE } },
    other: { customer: payer.id },
  }),
  proposeHouseMessage: () => ({
    by: seat,
    input: { id: id(), texts: { tur: MESSAGE } },
    other: { texts: { tur: MESSAGE, en: MESSAGE } },
  }),
  proposeActions: () => ({
    by: seat,
    input: { id: id(), source: 'https://www.example.org/actions', file: ACTION_FILE },
    other: { source: 'https://www.example.org/others' },
  }),
  decidePublication: async () => {
    const review = await messageProposed(house)
    const { seen } = (await house.ask(openPublication, { id: review }, seat)).data as { seen: string }
    const input = { id: review, seen, opinion: 'approve', reason: 'text_checked' }
    return { by: seat, input, other: { opinion: 'refuse', reason: 'not_now' } }
  },
  makeInvitationCode: () => ({ by: seat, input: { uses: 1, days: 1 }, other: { uses: 2 } }),
  publishHouseArticle: () => ({
    by: seat,
    input: { name: 'told', language: 'en', ...MESSAGE, listings: [] },
    other: { title: 'Told otherwise' },
  }),
  changeSeatRoles: () => ({ by: seat, input: { id: second.id, roles: ['support'] }, other: { roles: ['treasurer'] } }),
  endSessionsOfSeat: () => ({ by: seat, input: { id: second.id }, other: { id: id() } }),
  endSeat: () => ({ by: seat, input: { id: second.id }, other: { id: id() } }),
  confirmSeatChange: async () => {
    const change = async (): Promise<string> => {
      const { token } = await house.seat({ roles: ['admin'] })
      const request = { id: (await house.seat({ roles: ['support'] })).id, roles: ['reviewer'] }
      return (await house.ask(changeSeatRoles, request, { token, key: id() })).data.change as string
    }
    return { by: seat, input: { id: await change() }, other: { id: await change() } }
  },
  endSeatSession: () => ({ by: seat, input: { id: 'others' }, other: { id: id() } }),
}

test.each([...new Set([...(Object.keys(SENT) as CallName[]), ...STORED])])('%s', async (name) => {
  await sendAgain(house, name, await (SENT[name]?.() ?? caseOf(house, name)))
})

test.each(Object.entries(ELSEWHERE))('%s is sent again in %s', (name, file) => {
  expect(readFileSync(join(CHECKOUT, file), 'utf8')).toMatch(new RegExp(`\\b${name}\\b`))
})
