import { letGoReview } from '@lonja/core/reviews.contract'
import { RESTRICTION_LEVELS } from '@lonja/core/base/contract'
import { MINUTE, HOUR } from '@lonja/core/base/instant'
import { RESTRICTION_REASONS } from '@lonja/core/accounts/restrictions.rules'
import { liftRestriction, restrictAccount } from '@lonja/core/restrictions/restrictions.staff.contract'
import type { CallName } from '@lonja/core/calls'
import { readCheckoutLink, submitDeposit } from '@lonja/core/deposits/deposits.contract'
import { submitKyc } from '@lonja/core/kyc/kyc.contract'
import { addBankCard, addWallet, removePayee } from '@lonja/core/payees/payees.contract'
import { closeAccount, readClosing, startOver } from '@lonja/core/leaving.contract'
import { cancelWithdrawal, submitWithdrawal } from '@lonja/core/withdrawals/withdrawals.contract'
import { recallWithdrawal } from '@lonja/core/withdrawals/withdrawals.staff.contract'
import { judgeRestriction } from '../restrictions/restrictions.testing.ts'
import { newId } from '../base/ids.ts'
import { papersFor } from './fuzz.kyc.ts'
import { anyOf, centsOf, GRANT, newWalker, type Act, type Cash, type Walk } from './walks.people.ts'
import { BLOCK_ACTS } from './walks.blocks.ts'
import { IPO_ACTS } from './walks.ipo.ts'
import { LOAN_ACTS } from './walks.loans.ts'
import { OPTION_ACTS } from './walks.options.ts'
import { RUN_ACTS } from './walks.runs.ts'
import { reasonlessIn } from './walks.reasons.ts'
import { reversing } from './walks.reversals.ts'
import { deciding, opening } from './walks.reviews.ts'
import { answerWithId, TRADING_ACTS } from './walks.trading.ts'
import { ESP } from '../orders/orders.testing.ts'
import { TRADING } from '../withdrawals/withdrawals.testing.ts'
import { recordOf, reviewOf } from '../review/reviewed.testing.ts'

/** The acts of a walk by the name of their call, each with its weight. `confirmCheckout` is a page, `orderOfRun` an order of a strategy. */
export const ACTS = {
  ...TRADING_ACTS,
  ...IPO_ACTS,
  ...BLOCK_ACTS,
  ...LOAN_ACTS,
  ...OPTION_ACTS,
  ...RUN_ACTS,
  submitDeposit: [
    8,
    async ({ house, chance }, who) => {
      const id = newId()
      const [currency, chain, ...amounts] = chance.pick(COINS_SENT)
      const hash = chance.once(8) ? anyOf(who.hashes, chance) : newHash(chain)
      const form = { id, currency, chain, amount: chance.pick(amounts), cash: chance.pick(['EUR', 'USD']), hash }
      const answer = await house.ask(submitDeposit, form, { token: who.token, key: id })
      if (answer.status === 200) {
        who.hashes.push(hash)
        who.cashOf.set(id, (answer.data as { cash: Cash }).cash)
      }
      return answerWithId(answer, id, who.deposits)
    },
  ],
  confirmCheckout: [
    4,
    async ({ house, chance }, who) => {
      const id = newId()
      const cash: Cash = { amount: chance.pick(['10.00', '999.99', '12000.00']), currency: chance.pick(['EUR', 'USD']) }
      const link = await house.ask(readCheckoutLink, { id, ...cash }, { token: who.token })
      if (link.status !== 200) return null
      const { statusCode } = await house.door.inject({ method: 'POST', url: (link.data as { url: string }).url })
      if (statusCode === 200) who.cashOf.set(id, cash)
      return answerWithId({ ...link, status: statusCode }, id, who.deposits)
    },
  ],
  addWallet: [
    2,
    async ({ house, chance }, who) => {
      const id = newId()
      const answer = await house.ask(addWallet, { id, ...chance.pick(WALLETS) }, { token: who.token, key: id })
      return answerWithId(answer, id, who.payees)
    },
  ],
  addBankCard: [
    2,
    async ({ house, chance }, who) => {
      const id = newId()
      const names = { accountName: chance.pick(['Ana García', 'Eva Vega']), bankName: 'Banco', bankAddress: 'Vigo' }
      const form = { id, iban: 'ES7921000813610123456789', ...names }
      return answerWithId(await house.ask(addBankCard, form, { token: who.token, key: id }), id, who.payees)
    },
  ],
  removePayee: [
    2,
    ({ house, chance }, who) =>
      house.ask(removePayee, { id: anyOf(who.payees, chance) }, { token: who.token, key: newId() }),
  ],
  submitKyc: [
    3,
    async ({ house, chance }, who) => {
      const id = newId()
      const [front, back] = await papersFor(house, who.id)
      const name = { firstName: 'Ana', lastName: chance.once(80) ? 'García' : 'Vega' }
      const paper = { type: 'id_card', number: `X${10_000_000 + chance.below(9_000_000)}`, front, back, sample: true }
      const answer = await house.ask(submitKyc, { id, ...name, ...paper }, { token: who.token, key: id })
      return answerWithId(answer, id, who.checks)
    },
  ],
  submitWithdrawal: [
    14,
    async (walk, who) => {
      const { house, chance } = walk
      const id = newId()
      const amount = { amount: chance.pick(AMOUNTS), currency: chance.pick(['EUR', 'EUR', 'USD']) }
      const password = chance.once(97) ? TRADING : 'wrong'
      const form = { id, amount, payee: chance.once(97) ? anyOf(who.payees, chance) : newId(), password }
      const answer = await house.ask(submitWithdrawal, form, { token: who.token, key: id })
      const reasonless = answer.status === 200 ? null : await reasonlessIn(house, who, form, answer)
      if (reasonless !== null) walk.wrong.push(reasonless)
      return answerWithId(answer, id, who.withdrawals)
    },
  ],
  cancelWithdrawal: [
    6,
    ({ house, chance }, who) =>
      house.ask(cancelWithdrawal, { id: anyOf(who.withdrawals, chance) }, { token: who.token, key: newId() }),
  ],
  startOver: [
    2,
    async ({ house, chance }, who) => {
      const id = newId()
      const password = chance.once(90) ? TRADING : 'wrong'
      const answer = await house.ask(startOver, { id, password }, { token: who.token, key: id })
      if (answer.status === 200) who.paidIn.EUR += GRANT
      return answer
    },
  ],
  closeAccount: [
    2,
    async ({ house, chance, walkers }, who) => {
      // Most only look, since what is owned does not stand in the way, and a walk is about accounts that go on.
      if (!chance.once(15)) return house.ask(readClosing, {}, { token: who.token })
      const answer = await house.ask(closeAccount, { password: TRADING }, { token: who.token })
      if (answer.status === 200) walkers[walkers.indexOf(who)] = await newWalker(house, chance)
      return answer
    },
  ],
  openDeposit: [
    8,
    (walk) =>
      opening(
        walk,
        'deposit',
        walk.walkers.flatMap(({ deposits }) => deposits),
      ),
  ],
  decideDeposit: [
    9,
    async (walk) => {
      const answer = await deciding(walk, 'deposit', {})
      const { id, outcome, state } = (answer?.data ?? {}) as ReviewResult
      if (outcome === 'decided' && state === 'approved') countCredit(walk, await recordOf(walk.house, id))
      return answer
    },
  ],
  openWithdrawal: [
    11,
    (walk) =>
      opening(
        walk,
        'withdrawal',
        walk.walkers.flatMap(({ withdrawals }) => withdrawals),
      ),
  ],
  decideWithdrawal: [12, (walk) => deciding(walk, 'withdrawal', {})],
  openKyc: [
    3,
    (walk) => {
      const checks = walk.walkers.flatMap((each) => each.checks)
      return opening(walk, 'kyc', checks)
    },
  ],
  decideKyc: [3, (walk) => deciding(walk, 'kyc', { repeat: [] })],
  openBlock: [
    3,
    (walk) =>
      opening(
        walk,
        'block',
        walk.walkers.flatMap(({ blocks }) => blocks),
      ),
  ],
  decideBlock: [
    3,
    (walk) => deciding(walk, 'block', walk.chance.once(50) ? { less: { listing: ESP, shares: '100' } } : {}),
  ],
  openLoan: [3, (walk) => opening(walk, 'loan', walk.walkers.flatMap(({ loans }) => loans))], // prettier-ignore
  decideLoan: [4, (walk) => deciding(walk, 'loan', {})],
  openRepayment: [2, (walk) => opening(walk, 'loan_repayment', walk.walkers.flatMap(({ repayments }) => repayments))], // prettier-ignore
  decideRepayment: [2, (walk) => deciding(walk, 'loan_repayment', {})],
  letGoReview: [
    2,
    async ({ house, chance, seats, opened }, who) => {
      const [last] = opened.slice(-1)
      const id = last && chance.once(70) ? last.id : await reviewOf(house, anyOf(who.withdrawals, chance))
      return house.ask(letGoReview, { id }, { token: last?.seat.token ?? chance.pick(seats).token })
    },
  ],
  recallWithdrawal: [
    2,
    async ({ house, chance, seats }, who) => {
      const id = await reviewOf(house, anyOf(who.withdrawals, chance))
      return house.ask(recallWithdrawal, { id }, { token: chance.pick(seats).token, key: newId() })
    },
  ],
  restrictAccount: [
    1,
    async ({ house, chance, seats }, who) => {
      const [id, until] = [newId(), house.clock.now() + chance.pick([5 * MINUTE, 2 * HOUR])]
      const form = {
        id,
        customer: who.id,
        level: chance.pick(RESTRICTION_LEVELS),
        reason: chance.pick(RESTRICTION_REASONS),
        until,
      }
      const answer = await house.ask(restrictAccount, form, { token: chance.pick(seats).token, key: id })
      const { outcome } = (answer.data ?? {}) as { outcome?: string }
      if (outcome === 'restricted') who.restrictedUntil = until
      return answer
    },
  ],
  liftRestriction: [
    2,
    async ({ house, chance, seats }, who) => {
      const { token } = chance.pick(seats)
      const answer = await house.ask(liftRestriction, { id: newId(), customer: who.id }, { token })
      const { review } = (answer.data ?? {}) as { review?: string | null }
      if (!review) return answer
      const approval = { opinion: 'approve', reason: 'grounds_gone' } as const
      let reply = answer
      for (const seat of seats.slice(0, 2)) reply = await judgeRestriction(house, seat, review, approval)
      if (reply.status === 200) who.restrictedUntil = 0
      return reply
    },
  ],
  reverseCredit: [3, reversing],
} as const satisfies Readonly<Partial<Record<CallName | 'confirmCheckout' | 'orderOfRun', readonly [odds: number, act: Act]>>>

export type ActName = keyof typeof ACTS

const AMOUNTS = ['9.99', '10.00', '250.5', '4000.00', '9999.99', '10000.01', '100000.00']
const COINS_SENT = [
  ['USDT', 'tron', '15.5', '4000', '9000', '20000'],
  ['BTC', 'bitcoin', '0.01', '0.5', '0.00000001'],
  ['USDC', 'polygon', '100', '11000', '60000'],
] as const
const WALLETS = [
  { currency: 'BTC', chain: 'bitcoin', address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' },
  { currency: 'USDT', chain: 'ethereum', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' },
]
const newHash = (chain: string): string => {
  const digits = newId().replaceAll('-', '').repeat(2)
  return chain === 'polygon' ? `0x${digits}` : digits
}

/** Counts a credited deposit independently of the house, by the amount that was submitted. */
function countCredit({ walkers }: Walk, id: string | null): void {
  for (const { cashOf, paidIn } of walkers) {
    const cash = cashOf.get(id ?? '')
    if (cash) paidIn[cash.currency] += centsOf(cash.amount)
  }
}

interface ReviewResult {
  readonly id: string
  readonly outcome: string
  readonly state: string
}
