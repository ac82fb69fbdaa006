import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallName } from '@lonja/core/calls'
import type { Topic } from '@lonja/core/base/contract'
import type { CustomerId } from '@lonja/core/base/ids'
import { aCustomer } from '@lonja/core/base/ids.testing'
import { openTestHouse, type TestHouse } from './house.ts'
import { ABC, ESP } from '../orders/orders.testing.ts'
import { answersTo, questionsOf, topicsOf, type Question } from './reads.ts'
import { accepted, sceneOf, send, WRITES } from './scenes.ts'
import { HOUSE_ACTS } from './scenes.house.ts'

/*
 * A screen reads again when a topic of its read is published. Each write is sent once (scenes.ts), and all reads of the
 * customer are asked before and after it. Every read whose answer changed names a topic that the write published.
 */

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
  await house.quote(ABC, 999n, 1_001n)
  await house.quote(ESP, 499n, 500n)
})
afterAll(() => house.close())

/** Writes that concern no customer who is signed in. Staff have no topics. */
const OF_NO_CUSTOMER: readonly CallName[] = [
  ...(['register', 'claimSeat', 'signInSeat', 'signOutSeat', 'endSeatSession'] as const),
  ...(['makeSeatLink', 'revokeSeatLink', 'changeSeatRoles', 'endSeat', 'endSessionsOfSeat'] as const),
  ...(['confirmSeatChange', 'withdrawSeatChange', 'confirmSeat'] as const),
  ...(['proposeHouseMessage', 'proposeActions', 'openPublication', 'decidePublication'] as const),
  ...(['proposeBlockOffer', 'openBlockOffer', 'decideBlockOffer'] as const),
  ...(['proposeBlockWithdrawal', 'openBlockWithdrawal', 'decideBlockWithdrawal'] as const),
  ...(['makeInvitationCode', 'endInvitation', 'askReset', 'exportAudit', 'exportQueue'] as const),
  ...(['publishHouseArticle', 'editHouseArticle', 'withdrawHouseArticle'] as const),
  ...(['saveSeatFilter', 'removeSeatFilter'] as const),
  ...(['discardOfferDraft', 'proposeOfferWithdrawal', 'openOfferReview'] as const),
]

/** Writes that change no read: the house keeps nothing of a set-up's secret, and no record has the picture yet. */
const READ_NOWHERE: readonly CallName[] = ['beginSecondStep', 'storePicture']

/** No screen keeps the answer of these reads: a checkout link is used at once. */
const KEPT_BY_NOBODY: readonly CallName[] = ['readCheckoutLink']

/** The topics that are published to a customer while `act` runs. */
async function publishedTo(customer: CustomerId, act: () => Promise<void>): Promise<Set<Topic>> {
  const heard = new Set<Topic>()
  const stop = house.events.subscribe(customer, (topics) => topics.forEach((topic) => heard.add(topic)))
  await act()
  stop()
  return heard
}

/**
 * The reads whose answers changed. If the session ended, no read is answered any more, and that counts as one change of
 * the sessions.
 */
function changedIn(questions: readonly Question[], before: readonly unknown[], after: readonly unknown[]): CallName[] {
  const others = questions.map((question, at) => ({ ...question, before: before[at], after: after[at] }))
  const changed = others.filter((one) => !isDeepStrictEqual(one.before, one.after))
  if (changed.length > 0 && changed.every((one) => one.after === 'not_signed_in')) return ['listSessions']
  return changed.map(({ name }) => name).filter((name) => !KEPT_BY_NOBODY.includes(name))
}

test.each(WRITES)('%s', async (name) => {
  const { customer, reader = customer?.token ?? '', ...sent } = await sceneOf(house, name)
  expect(customer === null).toBe(OF_NO_CUSTOMER.includes(name))
  const questions = customer ? questionsOf(customer) : []
  const before = await answersTo(house, questions, reader)
  const published = await publishedTo(customer?.id ?? aCustomer(''), async () => {
    expect(accepted(await send(house, name, sent))).toBe('accepted')
  })
  const changed = changedIn(questions, before, await answersTo(house, questions, reader))
  expect(changed.filter((one) => !topicsOf(one).some((topic) => published.has(topic as Topic)))).toEqual([])
  expect(changed.length > 0).toBe(customer !== null && !READ_NOWHERE.includes(name))
})

test.each(Object.keys(HOUSE_ACTS))('%s', async (name) => {
  const { customer, act } = await (HOUSE_ACTS[name] as (typeof HOUSE_ACTS)[string])(house)
  const questions = questionsOf(customer)
  const before = await answersTo(house, questions, customer.token)
  const published = await publishedTo(customer.id, act)
  const changed = changedIn(questions, before, await answersTo(house, questions, customer.token))
  expect(changed.filter((one) => !topicsOf(one).some((topic) => published.has(topic as Topic)))).toEqual([])
  expect(changed).not.toEqual([])
})
