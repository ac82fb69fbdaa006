import { ROLES, type Call } from '@lonja/core/base/contract'
import { assert } from '@lonja/core/base/assert'
import { CALLS, type CallName } from '@lonja/core/calls'
import { MATRIX } from './access.matrix.ts'
import { ownerIn, type Owner } from './access.owner.ts'
import { newId } from '../base/ids.ts'
import type { TestHouse } from './house.ts'
import type { How, CallAnswer } from './ask.ts'
import { ACCOUNT_SCENES } from './scenes.accounts.ts'
import { CUSTOMER_SCENES } from './scenes.customers.ts'
import { LOAN_SCENES } from './scenes.loans.ts'
import { OFFER_SCENES } from './scenes.offers.ts'
import { OPTION_SCENES } from './scenes.options.ts'
import { STAFF_SCENES } from './scenes.staff.ts'
import { STRATEGY_SCENES } from './scenes.strategies.ts'

/*
 * Every write of the contract has a scene: a customer with something of everything, and an input that the house accepts
 * and that changes something. Suites that hold every write to a promise are made from scenes. The row of the access
 * matrix is the scene if that row is accepted. A write needs a scene of its own if its row is refused or changes
 * nothing.
 */

/** A request that the house accepts, ready to be sent. */
export interface Scene {
  /** The session that sends it; undefined for a call that anyone may make. */
  readonly token: string | undefined
  readonly input: object
  /** The customer whom it concerns, with the ids of that customer's things; null if it concerns none. */
  readonly customer: Owner | null
  /** The session that asks the customer's reads; the customer's first session if it is left out. */
  readonly reader?: string
}

export type MakeScene = (house: TestHouse) => Promise<Scene>

/** Calls that write although the spec makes them reads by their method. */
const WRITING_READS: readonly CallName[] = ['removePayeeByGet', 'readNotice']

/** Reads of staff that show a customer's things: the house records a view before it answers. */
export const VIEWS: readonly CallName[] = [
  'searchCustomers',
  'exportAudit',
  'exportQueue',
  'openCustomer',
  'listCustomerEntries',
  'openCustomerPosting',
  'openCloseOut',
  'viewPicture',
  'openAcceptedDocument',
  'openThread',
  'readThreadPicture',
]

/** Writes of a practice house alone: `server/src/ipo/offers.test.ts` and the suite beside it show their acts. */
const OF_PRACTICE: readonly CallName[] = ['saveOfferDraft', 'proposeOffer', 'proposePostponement', 'decideOfferReview']

const names = (Object.keys(CALLS) as CallName[]).filter((name) => !OF_PRACTICE.includes(name))
/** Every call that changes something. */
export const WRITES = names.filter(
  (name) => CALLS[name].kind === 'write' || WRITING_READS.includes(name) || VIEWS.includes(name),
)

/** Reads that change nothing. */
export const READS = names.filter((name) => !WRITES.includes(name))

/** The writes of staff, including those that sign a seat in. */
export const STAFF_WRITES = WRITES.filter((name) => CALLS[name].path.startsWith('/staff/'))

/** The calls that an account is refused that is closed to all but reading and support. */
export const RESTRICTED_CALLS = names.filter((name) => (CALLS[name] as Call).restrictedFrom !== null)

export const SCENES: Readonly<Partial<Record<CallName, MakeScene>>> = {
  ...ACCOUNT_SCENES,
  ...CUSTOMER_SCENES,
  ...STAFF_SCENES,
  ...LOAN_SCENES,
  ...OFFER_SCENES,
  ...OPTION_SCENES,
  ...STRATEGY_SCENES,
}

/** The sender whose request by the matrix's own input is accepted; null if there is none. */
export function senderOf(name: CallName): 'owner' | (typeof ROLES)[number] | null {
  const [cells] = MATRIX[name]
  return ([...ROLES, 'owner'] as const).find((who) => cells[who] === 'accepted') ?? null
}

export async function sceneOf(house: TestHouse, name: CallName): Promise<Scene> {
  const own = SCENES[name]
  if (own) return own(house)
  const sender = senderOf(name)
  assert(sender !== null, `${name} is accepted by its row in the access matrix, or has a scene of its own`)
  const customer = await ownerIn(house)
  const input = MATRIX[name][1](customer) as object
  if (CALLS[name].caller === 'customer') return { token: customer.token, input, customer }
  const { token } = await house.seat({ roles: [sender as (typeof ROLES)[number]] })
  return { token, input, customer: isAbout(input, customer) ? customer : null }
}

/** True if a call of staff names the owner's id, or the id of one of the owner's things or of their reviews. */
const isAbout = (input: object, owner: Owner): boolean => {
  const own = new Set<unknown>([...Object.values(owner), ...Object.values(owner.reviews)])
  return Object.values(input).some((value) => own.has(value))
}

/** Sends it as the app or the console does, with the idempotency key that the call asks for. */
export function send(
  house: TestHouse,
  name: CallName,
  { token, input }: Pick<Scene, 'token' | 'input'>,
): Promise<CallAnswer> {
  const { id } = input as { id?: string }
  const call: Call = CALLS[name]
  const key = call.kind === 'write' && call.key === 'id' ? id : newId()
  const how: How = { token, key, ip: '10.9.0.1' }
  return house.ask(call, input, how)
}

export const accepted = ({ status, error }: CallAnswer): string => (status === 200 ? 'accepted' : (error ?? 'nothing'))
