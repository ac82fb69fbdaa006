import * as z from 'zod/mini'
import { read, write } from '../base/contract.ts'
import { Id, Moment, line } from '../base/wire.ts'
import { CHAINS, COINS } from './chains.ts'

/** How many wallets and bank cards a customer has, together. */
export const PAYEES_MAX = 10

/** `waiting` until its time is over; `other_holder`: a card in another name than the verified one, which is never paid to. */
export const PAYEE_STATES = ['ready', 'waiting', 'other_holder'] as const
export type PayeeState = (typeof PAYEE_STATES)[number]

/** Longer than any address or IBAN with its spaces: what is wrong with a long one is said by the rules. */
const Pasted = z.string().check(z.maxLength(200))

/** Of the second step, where the account has one: six digits of the app, or a recovery code. */
const Code = z.optional(z.string().check(z.maxLength(40)))

const ADDED = z.object({
  id: Id,
  /** From when on it can be paid to. */
  readyAt: Moment,
})

/** A wallet, or a bank card, as it is shown: the middle of its address or number is left out. One of the two is null. */
export const PayeeReply = z.object({
  id: Id,
  kind: z.enum(['wallet', 'card']),
  wallet: z.nullable(
    z.object({
      currency: z.enum(COINS),
      chain: z.enum(CHAINS),
      /** `0x7c02…4B91` */
      address: z.string(),
    }),
  ),
  card: z.nullable(
    z.object({
      /** `ES•• •••• 9902` */
      iban: z.string(),
      accountName: z.string(),
      bankName: z.string(),
      bankAddress: z.string(),
    }),
  ),
  /** The last four of the address or number, by which a person tells it from the others. */
  ending: z.string(),
  addedAt: Moment,
  readyAt: Moment,
  state: z.enum(PAYEE_STATES),
  /** Withdrawals to it: those under way, for which it must stay, and all. */
  underWay: z.int(),
  withdrawals: z.int(),
})

/** Wallets and bank cards, oldest first. */
export const listPayees = read({
  path: '/payees/list',
  caller: 'customer',
  summary: 'The wallets and bank cards of the customer, masked',
  topics: ['payees', 'profile'],
  input: z.strictObject({}),
  reply: z.object({
    rows: z.array(PayeeReply),
    most: z.int(),
    /** How long a new one waits, in milliseconds. */
    waitMs: z.int(),
    /** Adding one asks for a one-time code: the account has a second step. */
    needsCode: z.boolean(),
  }),
})

/** Add a wallet: a crypto currency with its chain, and an address whose check digits fit. */
export const addWallet = write({
  path: '/payees/wallet',
  caller: 'customer',
  key: 'id',
  summary: 'Add a wallet to withdraw to',
  input: z.strictObject({ id: Id, currency: z.enum(COINS), chain: z.enum(CHAINS), address: Pasted, code: Code }),
  reply: ADDED,
  refusals: [
    'missing_information',
    'chain_of_currency',
    'address_form',
    'address_checksum',
    'address_unchecked',
    'address_real_network',
    'payee_there_already',
    'too_many_payees',
    'code_needed',
    'wrong_code',
    'too_many_tries',
  ],
})

/** Add a bank card: an IBAN whose check digits fit, and the names of its holder and bank. */
export const addBankCard = write({
  path: '/payees/card',
  caller: 'customer',
  key: 'id',
  summary: 'Add a bank card to withdraw to',
  input: z.strictObject({
    ...{ id: Id, iban: Pasted, accountName: line(100), bankName: line(100), bankAddress: line() },
    code: Code,
  }),
  reply: ADDED,
  refusals: [
    'missing_information',
    'iban_country',
    'iban_length',
    'iban_form',
    'iban_checksum',
    'payee_there_already',
    'too_many_payees',
    'code_needed',
    'wrong_code',
    'too_many_tries',
  ],
})

/** The spec's path, which it asks for by GET. */
const REMOVE = '/index/bankcardDelete'

const REMOVED = z.object({ id: Id, removed: z.literal(true) })

/** Remove a wallet or a bank card; one that a withdrawal is on its way to stays. What our app uses. */
export const removePayee = write({
  path: REMOVE,
  caller: 'customer',
  key: 'header',
  summary: 'Remove a wallet or bank card',
  input: z.strictObject({ id: Id }),
  reply: REMOVED,
  refusals: ['unknown_payee', 'payee_in_use'],
})

/** The same by the method of the spec (section 7). Like every call it needs the token header, which no link, image or prefetch sends. */
export const removePayeeByGet = read({
  path: REMOVE,
  caller: 'customer',
  summary: 'Remove a wallet or bank card, by the method of the spec; a client of one’s own makes the POST',
  input: z.strictObject({ id: Id }),
  reply: REMOVED,
  refusals: ['unknown_payee', 'payee_in_use'],
})

export const payeesCalls = { listPayees, addWallet, addBankCard, removePayee, removePayeeByGet }
