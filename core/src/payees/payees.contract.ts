import * as z from 'zod/mini'
import { read, write } from '../base/contract.ts'
import { Id, Moment, line } from '../base/wire.ts'
import { CHAINS, COINS } from './chains.ts'

/**
 * `waiting` until its waiting time is over; `other_holder`: a card in another name than the verified one, which is
 * never paid.
 */
export const PAYEE_STATES = ['ready', 'waiting', 'other_holder'] as const
export type PayeeState = (typeof PAYEE_STATES)[number]

/** Longer than any address or IBAN with spaces, so that the rules can explain an overlong one. */
const Pasted = z.string().check(z.maxLength(200))

/** For accounts with a second step: six digits from the authenticator app, or a recovery code. */
const Code = z.optional(z.string().check(z.maxLength(40)))

const ADDED = z.object({
  id: Id,
  /** The time from which it can be paid. */
  readyAt: Moment,
})

/** A wallet or a bank card as shown, with the middle of its address or number left out. One of the two is null. */
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
  /** The last four characters of the address or number, which identify it to a person. */
  ending: z.string(),
  addedAt: Moment,
  readyAt: Moment,
  state: z.enum(PAYEE_STATES),
  /** Withdrawals to it: those under way, which block its removal, and all. */
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
    /** The waiting time of a new payee, in milliseconds. */
    waitMs: z.int(),
    /** Adding a payee needs a one-time code, because the account has a second step. */
    needsCode: z.boolean(),
  }),
})

/** Add a wallet: a crypto currency with its chain, and an address with a valid checksum. */
export const addWallet = write({
  path: '/payees/wallet',
  caller: 'customer',
  restrictedFrom: 3,
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

/** Add a bank card: an IBAN with valid check digits, and the names of its holder and bank. */
export const addBankCard = write({
  path: '/payees/card',
  caller: 'customer',
  restrictedFrom: 3,
  key: 'id',
  summary: 'Add a bank card to withdraw to',
  input: z.strictObject({
    id: Id,
    iban: Pasted,
    accountName: line(100),
    bankName: line(100),
    bankAddress: line(),
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

/** The spec's path, where the spec uses GET. */
const REMOVE = '/index/bankcardDelete'

const REMOVED = z.object({ id: Id, removed: z.literal(true) })

/** Remove a wallet or a bank card, unless a withdrawal to it is under way. Our app uses this call. */
export const removePayee = write({
  path: REMOVE,
  caller: 'customer',
  restrictedFrom: 3,
  key: 'header',
  summary: 'Remove a wallet or bank card',
  input: z.strictObject({ id: Id }),
  reply: REMOVED,
  refusals: ['unknown_payee', 'payee_in_use'],
})

/**
 * The same by the spec's method (section 7). Like every call it needs the token header, which no link, image or
 * prefetch sends.
 */
export const removePayeeByGet = read({
  path: REMOVE,
  caller: 'customer',
  restrictedFrom: 3,
  summary: 'Remove a wallet or bank card, by the method of the spec; a client of one’s own makes the POST',
  input: z.strictObject({ id: Id }),
  reply: REMOVED,
  refusals: ['unknown_payee', 'payee_in_use'],
})

export const payeesCalls = { listPayees, addWallet, addBankCard, removePayee, removePayeeByGet }
