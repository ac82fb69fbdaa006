import { assert } from '@lonja/core/base/assert'
import type { Currency } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import type { CustomerSearch } from '@lonja/core/accounts/search.rules'
import type { Instant } from '@lonja/core/base/instant'
import type { Language } from '@lonja/core/base/language'
import {
  bytes,
  cellOf,
  flag,
  instant,
  int4,
  orNull,
  shapeOf,
  tableOf,
  uuid,
  word,
  type Fields,
} from '../database/codecs.ts'
import { sql, type Query, type Tx } from '../database/db.ts'
import { PAST_ALL_IDS } from '../base/ids.ts'

/** A customer with the state of the account. */
export interface Customer {
  readonly id: CustomerId
  readonly phone: string
  readonly displayName: string | null
  readonly language: Language
  readonly displayCurrency: Currency
  readonly textSize: 100 | 125 | 150 | 200
  readonly kyc: 'none' | 'submitted' | 'in_review' | 'passed' | 'refused'
  readonly loginHash: string
  readonly tradingHash: string | null
  readonly joinedAt: Instant
  /** Withdrawals wait until then after staff helped the customer to get in again; null where they never did. */
  readonly withdrawalsWaitUntil: Instant | null
  /** New risk and money out wait until then after a password reset; null where nothing waits. */
  readonly accessWaitsUntil: Instant | null
  readonly closedAt: Instant | null
  /** The key and the body of the sign-up, by which a repeat is recognised. */
  readonly openedKey: string
  readonly openedBody: Buffer
}

const FIELDS: Fields<Customer> = {
  id: uuid('id'),
  phone: word('phone'),
  displayName: orNull(word('display_name')),
  language: word('language'),
  displayCurrency: word('display_currency'),
  textSize: int4('text_size'),
  kyc: word('kyc'),
  loginHash: word('login_hash'),
  tradingHash: orNull(word('trading_hash')),
  joinedAt: instant('joined_at'),
  withdrawalsWaitUntil: orNull(instant('withdrawals_wait_until')),
  accessWaitsUntil: orNull(instant('access_waits_until')),
  closedAt: orNull(instant('closed_at')),
  openedKey: word('opened_key'),
  openedBody: bytes('opened_body'),
}
const CUSTOMERS = tableOf<Customer>(FIELDS)

export type NewCustomer = Pick<
  Customer,
  'id' | 'phone' | 'language' | 'loginHash' | 'joinedAt' | 'openedKey' | 'openedBody'
>

const SIGNED_UP = tableOf<NewCustomer>({
  id: FIELDS.id,
  phone: FIELDS.phone,
  language: FIELDS.language,
  loginHash: FIELDS.loginHash,
  joinedAt: FIELDS.joinedAt,
  openedKey: FIELDS.openedKey,
  openedBody: FIELDS.openedBody,
})

const FIND_BY_PHONE = sql(
  'find_customer_by_phone',
  `select ${CUSTOMERS.names} from customers where phone = $1 and closed_at is null`,
  CUSTOMERS.ofRow,
)
const FIND = sql('find_customer', `select ${CUSTOMERS.names} from customers where id = $1`, CUSTOMERS.ofRow)
const INSERT = sql('insert_customer', `insert into customers (${SIGNED_UP.names}) values (${SIGNED_UP.slots})`)
const SAVE_PROFILE = sql(
  'save_profile',
  'update customers set display_name = $2, language = $3, display_currency = $4, text_size = $5 where id = $1',
)
const SAVE_KYC = sql('save_kyc', 'update customers set kyc = $2 where id = $1')
const SAVE_LOGIN = sql('save_login_password', 'update customers set login_hash = $2 where id = $1')
const SAVE_TRADING = sql('save_trading_password', 'update customers set trading_hash = $2 where id = $1')

/** The open account of a phone number; null for none. */
export const findCustomerByPhone = async (tx: Tx, phone: string): Promise<Customer | null> =>
  (await tx.run(FIND_BY_PHONE, [phone]))[0] ?? null

const PHONES = sql(
  'list_phones',
  'select id, phone from customers where id = any($1::uuid[])',
  shapeOf({ id: FIELDS.id, phone: FIELDS.phone }),
)

/** Phone numbers by customer, for lists that show their last digits. */
export async function listPhones(tx: Tx, ids: readonly CustomerId[]): Promise<ReadonlyMap<CustomerId, string>> {
  const rows = await tx.run(PHONES, [ids])
  return new Map(rows.map(({ id, phone }) => [id, phone]))
}

const LANGUAGES = sql(
  'list_languages',
  'select id, language from customers where id = any($1::uuid[])',
  shapeOf({ id: FIELDS.id, language: FIELDS.language }),
)

/** The languages that customers read. */
export async function listLanguages(tx: Tx, ids: readonly CustomerId[]): Promise<ReadonlyMap<CustomerId, Language>> {
  const rows = await tx.run(LANGUAGES, [ids])
  return new Map(rows.map(({ id, language }) => [id, language]))
}

export const findCustomer = async (tx: Tx, id: CustomerId): Promise<Customer | null> =>
  (await tx.run(FIND, [id]))[0] ?? null

/** An account that is not closed; null for none. */
export async function findOpenCustomer(tx: Tx, id: CustomerId): Promise<Customer | null> {
  const customer = await findCustomer(tx, id)
  return customer?.closedAt === null ? customer : null
}

/** The customer of a session; asserts that the row exists. */
export async function readCustomer(tx: Tx, id: CustomerId): Promise<Customer> {
  const customer = await findCustomer(tx, id)
  assert(customer !== null, 'a session is of a customer')
  return customer
}

/** Throws a duplicate (SQLSTATE 23505) if the phone number has an account. */
export async function insertCustomer(tx: Tx, customer: NewCustomer): Promise<void> {
  await tx.run(INSERT, SIGNED_UP.values(customer))
}

export type ProfileFields = Pick<Customer, 'displayName' | 'language' | 'displayCurrency' | 'textSize'>

export async function saveProfile(tx: Tx, id: CustomerId, fields: ProfileFields): Promise<void> {
  const { displayName, language, displayCurrency, textSize } = fields
  await tx.run(SAVE_PROFILE, [id, displayName, language, displayCurrency, textSize])
}

/** Saves the level that staff's decision about the identity gives. */
export async function saveKyc(tx: Tx, id: CustomerId, kyc: Customer['kyc']): Promise<void> {
  await tx.run(SAVE_KYC, [id, kyc])
}

export async function saveLoginHash(tx: Tx, id: CustomerId, hash: string): Promise<void> {
  await tx.run(SAVE_LOGIN, [id, hash])
}

export async function saveTradingHash(tx: Tx, id: CustomerId, hash: string): Promise<void> {
  await tx.run(SAVE_TRADING, [id, hash])
}

/** The name of a customer in a list: the display name, if set, and the phone number. */
export interface CustomerName {
  readonly name: string | null
  readonly phone: string
}

const FIND_NAMES = sql(
  'find_customer_names',
  'select id, display_name, phone from customers where id = any($1::uuid[])',
  shapeOf({ id: FIELDS.id, name: FIELDS.displayName, phone: FIELDS.phone }),
)

/** Names by customer. */
export async function findNames(tx: Tx, ids: readonly CustomerId[]): Promise<ReadonlyMap<CustomerId, CustomerName>> {
  const rows = await tx.run(FIND_NAMES, [ids])
  return new Map(rows.map(({ id, name, phone }) => [id, { name, phone }]))
}

const CLOSE = sql('close_customer', 'update customers set closed_at = $2 where id = $1 and closed_at is null')

/** Closes an account for good. The row stays for the books, and the phone number becomes free. */
export async function saveClosing(tx: Tx, id: CustomerId, now: Instant): Promise<void> {
  await tx.run(CLOSE, [id, now])
}

const FIND_CLOSED = sql(
  'find_closed_customer_by_phone',
  `select ${CUSTOMERS.names} from customers where phone = $1 and closed_at is not null order by closed_at desc limit 1`,
  CUSTOMERS.ofRow,
)

/** The last closed account of a phone number; null for none. */
export const findClosedByPhone = async (tx: Tx, phone: string): Promise<Customer | null> =>
  (await tx.run(FIND_CLOSED, [phone]))[0] ?? null

const SAVE_WAIT = sql(
  'save_withdrawals_wait',
  'update customers set withdrawals_wait_until = greatest(coalesce(withdrawals_wait_until, 0), $2) where id = $1',
)

/** Delays withdrawals until then, or keeps a later end. */
export async function saveWithdrawalsWait(tx: Tx, id: CustomerId, until: Instant): Promise<void> {
  await tx.run(SAVE_WAIT, [id, until])
}

const SAVE_ACCESS_WAIT = sql('save_access_wait', 'update customers set access_waits_until = $2 where id = $1')

/** Makes new risk and money out wait until then, after a password reset; null ends the wait. */
export async function saveAccessWait(tx: Tx, id: CustomerId, until: Instant | null): Promise<void> {
  await tx.run(SAVE_ACCESS_WAIT, [id, until])
}

/** A customer in a list of staff, before masking. */
export interface CustomerRow extends Pick<Customer, 'id' | 'phone' | 'displayName' | 'kyc' | 'joinedAt'> {
  readonly restricted: boolean
}

const LISTED_FIELDS: Fields<Omit<CustomerRow, 'restricted'>> = {
  id: FIELDS.id,
  phone: FIELDS.phone,
  displayName: FIELDS.displayName,
  kyc: FIELDS.kyc,
  joinedAt: FIELDS.joinedAt,
}
const LISTED = tableOf(LISTED_FIELDS)
const listedFrom = shapeOf<CustomerRow>({ ...LISTED_FIELDS, restricted: flag('restricted') })

/** Each kind of search has a statement of its own, so that each uses its own index. */
const listing = (name: string, where: string) =>
  sql(
    name,
    `select ${LISTED.under('c')},
       exists (select from restrictions r where r.customer = c.id and r.lifted_at is null and r.until_at > $3) as restricted
     from customers c where c.id < $1 and ${where} order by c.id desc limit $2`,
    listedFrom,
  )
const LIST = listing('list_customers', 'true')
const LISTS_FOUND = {
  phoneEnd: listing('list_customers_by_phone_end', `reverse(c.phone) like $4 || '%'`),
  number: listing('list_customers_by_number', 'right(c.id::text, 6) = $4'),
  name: listing('list_customers_by_name', 'starts_with(lower(c.display_name), $4)'),
  id: listing('list_customers_by_id', 'c.id = $4::uuid'),
} as const

function foundBy(find: CustomerSearch, page: readonly unknown[]): [Query<CustomerRow>, unknown[]] {
  if ('phoneEnd' in find) return [LISTS_FOUND.phoneEnd, [...page, [...find.phoneEnd].reverse().join('')]]
  if ('number' in find) return [LISTS_FOUND.number, [...page, find.number]]
  return 'id' in find ? [LISTS_FOUND.id, [...page, find.id]] : [LISTS_FOUND.name, [...page, find.name]]
}

/**
 * Customers, newest first: all for null, else by the end of the phone number, the account's number, the name, or the
 * id.
 */
export async function listCustomerRows(
  tx: Tx,
  find: CustomerSearch | null,
  { before, most, now }: { before: string | null; most: number; now: Instant },
): Promise<CustomerRow[]> {
  const page = [before ?? PAST_ALL_IDS, most, now]
  const [statement, values] = find === null ? [LIST, page] : foundBy(find, page)
  return tx.run(statement, values)
}

const LIST_NAMED = listing('list_customers_by_ids', 'c.id = any($4::uuid[])')

/** These customers as a list of staff shows them, newest first. */
export async function listCustomersNamed(tx: Tx, ids: readonly CustomerId[], now: Instant): Promise<CustomerRow[]> {
  return tx.run(LIST_NAMED, [PAST_ALL_IDS, ids.length, now, ids])
}

const LIST_IDS = sql(
  'list_customer_ids',
  'select id from customers where closed_at is null order by id',
  cellOf(uuid<'customer'>('id')),
)

/** The ids of all open accounts, which a message to all goes to. */
export const listCustomerIds = async (tx: Tx): Promise<CustomerId[]> => tx.run(LIST_IDS)

const NUMBERED = sql(
  'find_customers_numbered',
  'select id from customers where right(id::text, 6) = $1 order by id',
  cellOf(uuid<'customer'>('id')),
)

/** The customers of an account number, by the last six digits of their ids. */
export const findCustomersNumbered = async (tx: Tx, idEnd: string): Promise<CustomerId[]> => tx.run(NUMBERED, [idEnd])

const HAS_CUSTOMERS = sql('has_customers', 'select exists (select from customers) as found', cellOf(flag('found')))

/** Whether anybody has ever signed up in this house. */
export async function hasCustomers(tx: Tx): Promise<boolean> {
  const [hasAny] = await tx.run(HAS_CUSTOMERS)
  return hasAny === true
}
