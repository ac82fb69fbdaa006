import type { CustomerId } from '../base/ids.ts'
import { ValidationErrorsIBAN, countrySpecs, electronicFormatIBAN, validateIBAN } from 'ibantools'
import type { Instant } from '../base/instant.ts'
import { refuse, type Refused } from '../base/refusal.ts'
import { decideAddress, type AddressRefusal } from './address.rules.ts'
import { CHAINS_OF, type Chain, type Coin } from './chains.ts'
import type { PayeeState } from './payees.contract.ts'

/** The most wallets and bank cards per customer, together. */
export const PAYEES_MAX = 10

/** A payee for coins: an address on a chain. */
export interface Wallet {
  readonly kind: 'wallet'
  readonly currency: Coin
  readonly chain: Chain
  readonly address: string
}

/** A payee for cash: a bank account by its IBAN, in capitals without spaces. */
export interface BankCard {
  readonly kind: 'card'
  readonly iban: string
  readonly accountName: string
  readonly bankName: string
  readonly bankAddress: string
}

export interface Payee {
  readonly customer: CustomerId
  readonly id: string
  readonly to: Wallet | BankCard
  readonly addedAt: Instant
  /**
   * The time from which it can be paid. It is stored when the payee is added, so that a later setting does not change
   * it.
   */
  readonly readyAt: Instant
}

type Missing = Refused<'missing_information'>

/** A wallet in stored form, or its fault. */
export function decideWallet(form: {
  currency: Coin
  chain: Chain
  address: string
}): Wallet | Missing | Refused<'chain_of_currency' | AddressRefusal> {
  const { currency, chain, address } = form
  if (!CHAINS_OF[currency].includes(chain)) return refuse('chain_of_currency', { currency }, 'chain')
  if (address.trim() === '') return refuse('missing_information', {}, 'address')
  const decision = decideAddress(chain, address)
  return 'refused' in decision ? decision : { kind: 'wallet', currency, chain, address: decision.address }
}

export type IbanRefusal = 'iban_country' | 'iban_length' | 'iban_form' | 'iban_checksum'

/** An IBAN in capitals without spaces, or its fault: country, length, letters, or check digits (ISO 13616). */
export function decideIban(text: string): { iban: string } | Missing | Refused<IbanRefusal> {
  const iban = electronicFormatIBAN(text) ?? ''
  if (iban === '') return refuse('missing_information', {}, 'iban')
  const country = iban.slice(0, 2)
  const digits = countrySpecs[country]?.chars ?? null
  if (digits === null) return refuse('iban_country', { country }, 'iban')
  if (iban.length !== digits) return refuse('iban_length', { country, digits: String(digits) }, 'iban')
  const { valid, errorCodes } = validateIBAN(iban)
  if (valid) return { iban }
  const isForm = errorCodes.some((code) => FORM_ERRORS.has(code))
  return refuse(isForm ? 'iban_form' : 'iban_checksum', isForm ? { country } : {}, 'iban')
}

const FORM_ERRORS: ReadonlySet<ValidationErrorsIBAN> = new Set([
  ValidationErrorsIBAN.WrongBBANFormat,
  ValidationErrorsIBAN.WrongBBANLength,
  ValidationErrorsIBAN.ChecksumNotNumber,
])

/** A bank card in stored form, or its fault. */
export function decideBankCard(form: Omit<BankCard, 'kind'>): BankCard | Missing | Refused<IbanRefusal> {
  const decision = decideIban(form.iban)
  if ('refused' in decision) return decision
  const { accountName, bankName, bankAddress } = form
  return { kind: 'card', iban: decision.iban, accountName, bankName, bankAddress }
}

/** Accept one more payee, unless it exists already or the limit is reached. */
export function decideRoom(
  to: Wallet | BankCard,
  present: readonly Payee[],
): { room: true } | Refused<'payee_there_already' | 'too_many_payees'> {
  if (present.some((payee) => isSamePlace(payee.to, to))) {
    return refuse('payee_there_already', {}, to.kind === 'wallet' ? 'address' : 'iban')
  }
  return present.length < PAYEES_MAX ? { room: true } : refuse('too_many_payees', { most: String(PAYEES_MAX) })
}

/** True for the same destination, whatever its label. An address belongs to one chain: two coins may use it. */
const isSamePlace = (one: Wallet | BankCard, other: Wallet | BankCard): boolean =>
  one.kind === 'wallet'
    ? other.kind === 'wallet' &&
      one.currency === other.currency &&
      one.chain === other.chain &&
      one.address === other.address
    : other.kind === 'card' && one.iban === other.iban

/** Remove a payee, unless a withdrawal to it is under way. */
export const decidePayeeRemoval = (underWay: number): { removed: true } | Refused<'payee_in_use'> =>
  underWay === 0 ? { removed: true } : refuse('payee_in_use', {}, 'id')

/** The state of a payee at a moment. `verifiedName` null: no identity check has passed yet. */
export function payeeStateFor({ to, readyAt }: Payee, verifiedName: string | null, now: Instant): PayeeState {
  if (to.kind === 'card' && verifiedName !== null && !isSameHolder(to.accountName, verifiedName)) return 'other_holder'
  return now < readyAt ? 'waiting' : 'ready'
}

/**
 * True if a card is in the verified name: the same words in any order, ignoring accents, capitals and dashes. A name
 * with more or fewer words differs, because banks use the whole name.
 */
export const isSameHolder = (accountName: string, verifiedName: string): boolean =>
  wordsOf(accountName) === wordsOf(verifiedName)

const wordsOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .sort()
    .join(' ')

/** `0x7c02…4B91`: enough to tell it apart from the customer's others, too little to use. */
export const maskedAddress = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`

/** `ES•• •••• 9902`, never broken between its groups. */
export const maskedIban = (iban: string): string => `${iban.slice(0, 2)}••\u00a0••••\u00a0${iban.slice(-4)}`

export const endingOf = (to: Wallet | BankCard): string => (to.kind === 'wallet' ? to.address : to.iban).slice(-4)
