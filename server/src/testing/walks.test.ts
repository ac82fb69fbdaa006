import type { Amount } from '@lonja/core/base/amount'
import { expect, test } from 'vitest'
import type { CustomerId } from '@lonja/core/base/ids'
import { CALLS, type CallName } from '@lonja/core/calls'
import { freeLine, holdLine, type Line, type PostingCause } from '@lonja/core/ledger/ledger.rules'
import { writeFor } from '../database/locks.ts'
import { findReviewedDeposit } from '../deposits/deposits.store.ts'
import { postNow } from '../ledger/ledger.actions.ts'
import { listBalances } from '../ledger/ledger.store.ts'
import { ACTS } from './walks.acts.ts'
import { openWalks, type PlantedFault, type Walks } from './walks.ts'
import { findReviewedWithdrawal } from '../withdrawals/withdrawals.store.ts'

/**
 * Random walks: customers and staff make any permitted call in any order. No walk may create money, block free cash
 * without a reason, or demand a payment before a withdrawal. After each walk the figures must agree with the entries.
 * LONJA_SEED repeats a run. LONJA_WALKS sets the number of walks (10,000 in the long run) of 50 calls each. The n-th
 * walk has its own chance. Ten walks run side by side: a repeated run makes the same requests, but they may interleave
 * differently.
 */
const SEED = Number(process.env['LONJA_SEED'] ?? Date.now() % 1_000_000)
const WALKS = Number(process.env['LONJA_WALKS'] ?? (isLong() ? 10_000 : 10))
const CALLS_EACH = 50
const AT_ONCE = 10
/** True for the long run, which is made only on the built-in PostgreSQL. */
function isLong(): boolean {
  return process.env['LONJA_LONG'] === '1' && process.env['LONJA_TEST_ENGINE'] !== 'system'
}

/** The least number of accepted calls of each act in the long run. In a short run chance may leave out rare acts. */
const ACCEPTED_LEAST = WALKS >= 10_000 ? 100 : 0

test(`${WALKS} walks of ${CALLS_EACH} calls, seed ${SEED}`, { timeout: 3 * 3_600_000 }, async () => {
  const walks = await openWalks(SEED)
  const began = performance.now()
  for (let n = 0; n < WALKS; n += AT_ONCE) {
    expect(await walks.walk(n, Math.min(AT_ONCE, WALKS - n), CALLS_EACH)).toEqual([])
    if (n % 500 === 490) console.log(`${n + AT_ONCE} walks, ${seconds(began)} s, nothing wrong`)
  }
  report(walks, began)
  const few = [...walks.accepted].filter(([, count]) => count < ACCEPTED_LEAST)
  await walks.close()
  expect(few).toEqual([])
  expect([...walks.accepted.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(WALKS * 10)
})

/** Writes that neither move nor hold money: accounts, texts, lists, pictures, seats. */
const NO_MONEY: readonly CallName[] = [
  ...(['register', 'logIn', 'finishLogIn', 'logOut', 'endSession', 'changeProfile', 'changeLoginPassword'] as const),
  ...(['setTradingPassword', 'resetPassword', 'beginSecondStep', 'setSecondStep', 'makeRecoveryCodes'] as const),
  ...(['removeSecondStep', 'storePicture', 'endAccessWait', 'sendHouseMessage', 'beginPush', 'endPush'] as const),
  ...(['markNotice', 'readAllNotices', 'unreadNotices'] as const),
  ...(['toggleWatch', 'orderWatches', 'moveWatch', 'makeWatchlist', 'renameWatchlist', 'removeWatchlist'] as const),
  'noteFirstSteps',
  ...(['startBacktest', 'removeBacktest', 'startOwnBacktest'] as const),
  ...(['saveOwnStrategy', 'removeOwnStrategy', 'shareOwnStrategy', 'unshareOwnStrategy'] as const),
  ...(['makeAlert', 'changeAlert', 'pauseAlert', 'removeAlert'] as const),
  ...(['sendMessage', 'markThreadRead', 'rateThread', 'answerThread', 'closeThread'] as const),
  ...(['holdThread', 'writeNote', 'saveSeatFilter', 'removeSeatFilter'] as const),
  ...(['makeSeatLink', 'revokeSeatLink', 'changeSeatRoles', 'endSeat', 'claimSeat', 'signInSeat'] as const),
  ...(['signOutSeat', 'endSeatSession', 'endSessionsOfSeat'] as const),
  ...(['confirmSeatChange', 'withdrawSeatChange', 'confirmSeat'] as const),
  ...(['publishHouseArticle', 'editHouseArticle', 'withdrawHouseArticle'] as const),
  ...(['makeInvitationCode', 'endInvitation'] as const),
  ...(['askReset', 'withdrawReset', 'finishReset', 'disownReset', 'findReset', 'openReset', 'decideReset'] as const),
  // These are made within the lifting of a restriction, and within a reversal.
  ...(['openRestriction', 'decideRestriction', 'openReversal', 'decideReversal'] as const),
  ...(['proposeHouseMessage', 'proposeActions', 'openPublication', 'decidePublication'] as const),
  ...(['proposeBlockOffer', 'openBlockOffer', 'decideBlockOffer'] as const),
  ...(['proposeBlockWithdrawal', 'openBlockWithdrawal', 'decideBlockWithdrawal'] as const),
  // The holds of an offer that is withdrawn are released by the rounds.
  ...([
    'saveOfferDraft',
    'discardOfferDraft',
    'proposeOffer',
    'proposeOfferWithdrawal',
    'proposePostponement',
  ] as const),
  ...(['openOfferReview', 'decideOfferReview'] as const),
]

test('every write is part of the walks, or moves no money', () => {
  const writes = (Object.keys(CALLS) as CallName[]).filter((name) => CALLS[name].kind === 'write')
  expect(writes.filter((name) => !(name in ACTS) && !NO_MONEY.includes(name))).toEqual([])
  expect(NO_MONEY.filter((name) => name in ACTS || !writes.includes(name))).toEqual([])
})

test('money created from nothing is detected by the walk in which it happens', async () => {
  const walks = await openWalks(7)
  expect(await walks.walk(0, 2, 10)).toEqual([])
  await walks.mint()
  expect((await walks.walk(2, 1, 1)).join()).toContain('rebuilds every balance')
  await expect(walks.close()).rejects.toThrow('the ledger law holds')
})

/**
 * Posts an unwanted entry, as a fault in the code would: through the ledger, so that every balance follows from its
 * entries.
 */
async function post(
  house: Parameters<PlantedFault>[0],
  customer: CustomerId,
  cause: PostingCause,
  line: Line,
): Promise<void> {
  await writeFor(house.db, customer, async (tx) => {
    await postNow(tx, { customer, cause, at: house.clock.now(), lines: [line] })
  })
}

/** A fault after an accepted call. Returns true once it has happened. */
type Fault = (...of: Parameters<PlantedFault>) => Promise<boolean>

/** Whether an amount is free, so that it can be held. */
async function hasFree(
  house: Parameters<PlantedFault>[0],
  customer: CustomerId,
  { asset, units }: Amount,
): Promise<boolean> {
  const balances = await house.db.read((tx) => listBalances(tx, customer))
  return balances.some((balance) => balance.asset === asset && balance.free >= units)
}

const heldAfterRefusal: Fault = async (house, name, { data }) => {
  if (name !== 'decideWithdrawal' || data.state !== 'refused') return false
  const withdrawal = await house.db.read((tx) => findReviewedWithdrawal(tx, data.id))
  if (!withdrawal || !(await hasFree(house, withdrawal.customer, withdrawal.amount))) return false
  await post(house, withdrawal.customer, { kind: 'withdrawal', id: withdrawal.id }, holdLine(withdrawal.amount))
  return withdrawal !== null
}

const creditedTwice: Fault = async (house, name, { data }) => {
  if (name !== 'decideDeposit' || data.state !== 'approved') return false
  const deposit = await house.db.read((tx) => findReviewedDeposit(tx, data.id))
  if (deposit)
    await post(
      house,
      deposit.customer,
      { kind: 'deposit', id: deposit.id },
      freeLine('deposit', 'deposits', deposit.cash),
    )
  return deposit !== null
}

test.each<[string, Fault, RegExp[]]>([
  ['a hold that is kept after a refusal', heldAfterRefusal, [/what is held for each cause/, /a withdrawal held/]],
  [
    'a deposit that is credited twice',
    creditedTwice,
    [/a deposit is credited exactly/, /paid in are \d+ .* were credited/],
  ],
])('%s is detected by more than one check', async (_what, fault, sentences) => {
  let done = false
  const walks = await openWalks(22, async (house, name, answer) => {
    if (!done) done = await fault(house, name, answer)
  })
  let wrong: string[] = []
  for (let n = 0; n < 50 && !done; n += AT_ONCE) wrong = await walks.walk(n, AT_ONCE, CALLS_EACH)
  for (const sentence of sentences) expect(wrong.join('\n')).toMatch(sentence)
  await expect(walks.close()).rejects.toThrow('the ledger law holds')
})

const seconds = (began: number): string => ((performance.now() - began) / 1_000).toFixed(1)

function report({ accepted }: Walks, began: number): void {
  const rows = [...accepted].map(([name, count]) => `${name.padEnd(20)}${String(count).padStart(8)}`)
  const head = `Seed ${SEED}: ${WALKS} walks of ${CALLS_EACH} calls in ${seconds(began)} s; accepted:`
  console.log([head, ...rows].join('\n'))
}
