import { assert } from '@lonja/core/base/assert'
import { HOUR } from '@lonja/core/base/instant'
import { CALLS, type CallName } from '@lonja/core/calls'
import { expect } from 'vitest'
import { newId } from '../base/ids.ts'
import { ESP } from '../orders/orders.testing.ts'
import { purgeStoredAnswers } from '../door/stored-answers.ts'
import type { TestHouse } from './house.ts'
import { rowsOf } from './rows.ts'
import { sceneOf } from './scenes.ts'

/** A write that the house accepts, and other fields that make another body of it. */
export interface RepeatCase {
  readonly by: { readonly token: string | undefined }
  readonly input: Readonly<Record<string, unknown>>
  /** Null if no other body can be sent with the key. */
  readonly other: Readonly<Record<string, unknown>> | null
}

/** True if the id of the input is the key, and the id of what is created. */
const isCreated = (name: CallName): boolean => {
  const call = CALLS[name]
  return call.kind === 'write' && call.key === 'id'
}

/** Writes whose repeats have tests of their own, with the files of these. */
export const ELSEWHERE: Readonly<Partial<Record<CallName, string>>> = {
  register: 'server/src/accounts/accounts.sign-up.test.ts',
  placeOrder: 'server/src/door/stored-answers.test.ts',
  saveOfferDraft: 'server/src/ipo/offers.test.ts',
  proposeOffer: 'server/src/ipo/offers.test.ts',
  proposePostponement: 'server/src/ipo/offers.test.ts',
  decideOfferReview: 'server/src/ipo/offers.test.ts',
}

/** All other writes whose answers are stored under their key. */
export const STORED = (Object.keys(CALLS) as CallName[]).filter((name) => {
  const call = CALLS[name]
  return call.kind === 'write' && call.key !== 'none' && !(name in ELSEWHERE)
})

/** Fields that make another body, where another id makes none. Null: the body is the key or a password alone, or it is empty. */
const OTHER_FIELDS: Readonly<Partial<Record<CallName, object | null>>> = {
  setTradingPassword: null,
  startOver: null,
  readAllNotices: null,
  endPush: null,
  unreadNotices: { at: 2 },
  toggleWatch: { watched: false },
  orderWatches: { listings: [ESP] },
  moveWatch: { listing: ESP },
  makeWatchlist: { name: 'Banks' },
  makeAlert: { level: '998.00' },
  noteFirstSteps: { looked: ESP },
  editHouseArticle: { title: 'Otherwise' },
  withdrawHouseArticle: { reason: 'It named the wrong company.' },
  proposeOfferWithdrawal: { offer: newId() },
  applyForLoan: { amount: '110000.00' },
  repayLoan: { amount: '999.00' },
  setOptionLimit: { limit: '98.00' },
  startBacktest: { lossStop: '999.00' },
  startOwnBacktest: { lossStop: '999.00' },
  startRun: { lossStop: '99.00' },
  startOwnRun: { lossStop: '99.00' },
  saveOwnStrategy: { name: 'Above the mean' },
}

/** The case of a write by its scene. Another id makes another body, unless the id is the key. */
export async function caseOf(house: TestHouse, name: CallName): Promise<RepeatCase> {
  const { token, input } = await sceneOf(house, name)
  const other = name in OTHER_FIELDS ? (OTHER_FIELDS[name] as RepeatCase['other']) : { id: newId() }
  assert(other === null || !isCreated(name) || !('id' in other), `another body of ${name} has a row in OTHER_FIELDS`)
  return { by: { token }, input: input as RepeatCase['input'], other }
}

/**
 * Sends a write, and again with its key: the answer is the first one, and no table has more rows. Another body with the key is
 * refused. After the stored answer is purged, the id of a created thing is still taken, and another caller who sends it changes
 * nothing.
 */
export async function sendAgain(house: TestHouse, name: CallName, { by, input, other }: RepeatCase): Promise<void> {
  const call = CALLS[name]
  const how = { token: by.token, key: isCreated(name) ? (input['id'] as string) : newId() }
  const first = await house.ask(call, input, how)
  expect([first.status, first.error]).toEqual([200, undefined])
  const before = await rowsOf(house)
  for (const language of ['fr', 'en']) {
    const again = await house.ask(call, input, { ...how, language })
    expect([again.status, again.data]).toEqual([200, first.data])
  }
  if (other) expect((await house.ask(call, { ...input, ...other }, how)).error).toBe('key_reused')
  expect(await rowsOf(house)).toEqual(before)
  if (!isCreated(name)) return
  await purgeStoredAnswers(house.db, house.clock.now() + 31 * 24 * HOUR)
  const late = await house.ask(call, input, how)
  expect([name, late.status < 500, late.status === 200]).toEqual([name, true, false])
  const stranger = call.caller === 'seat' ? await house.seat() : await house.customer()
  const foreign = await house.ask(call, input, { ...how, token: stranger.token })
  expect([name, foreign.status < 500]).toEqual([name, true])
}
