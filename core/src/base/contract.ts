import type * as z from 'zod/mini'
import { assert } from './assert.ts'
import { formatDate } from './dates.ts'
import type { Instant } from './instant.ts'
import type { NameIn } from './lists.ts'
import { refuse, type Refused } from './refusal.ts'

/**
 * The callers that may make a call. `anyone` needs no sign-in; `customer` and `seat` need the live session of a
 * customer or of a staff member.
 */
export type Caller = 'anyone' | 'customer' | 'seat'

/** The roles of a staff seat; a seat may hold several. An auditor reads everything, decides nothing and changes nothing. */
export const ROLES = ['support', 'reviewer', 'treasurer', 'operations', 'admin', 'auditor'] as const
export type Role = (typeof ROLES)[number]

/** The roles that do the house's work. */
export const WORKING_ROLES = ROLES.filter((role) => role !== 'auditor')

/**
 * Refusals that any call may answer in addition to its own. They come from the server's request handling, not from a
 * rule.
 */
export const DOOR_REFUSALS = [
  'bad_input',
  'missing_information',
  'not_signed_in',
  'not_your_role',
  'not_found',
  'too_many_requests',
  'too_large',
  'key_reused',
  'still_running',
  'unavailable',
  'internal',
] as const
export type DoorRefusal = (typeof DOOR_REFUSALS)[number]

/** A topic is published to a customer's sockets after a commit; a read names the topics that make it stale. */
export type Topic = NameIn<'topics'>

/**
 * The topics published before a customer subscribed, and the age in milliseconds up to which the server remembers all
 * of them.
 */
export interface RecentTopics {
  readonly reachesMs: number
  readonly topics: readonly { readonly topic: Topic; readonly agoMs: number }[]
}

/**
 * The levels of a restriction. 1: no new risk; the customer may still sell, cancel, deposit and withdraw. 2: besides, no money
 * goes out. 3: closed to all but reading and support.
 */
export const RESTRICTION_LEVELS = [1, 2, 3] as const
export type RestrictionLevel = (typeof RESTRICTION_LEVELS)[number]

/**
 * The level from which on a restricted account is refused a call; null for a call that no restriction closes. Where one
 * field of the input decides, `levels` has the level of each of its values.
 */
export type RestrictedFrom =
  RestrictionLevel | null | { readonly field: string; readonly levels: Readonly<Record<string, RestrictionLevel>> }

/**
 * The level whose calls wait after a password reset: those that take new risk, and those by which money goes out. They wait
 * until a fixed time, or until the customer gives the trading password.
 */
export const WAITING_LEVEL = 2

/** The state of an account by which the door refuses calls. */
export interface AccountState {
  /** The level of the restriction in force; null for none. */
  readonly restriction: RestrictionLevel | null
  /** The end of the wait after a password reset; null for none. It is over from that instant on. */
  readonly waitsUntil: Instant | null
}

export type AccountRefusal = 'account_restricted' | 'access_waits'

/** The refusals of a call that names a level: those of level 3 alone do not wait after a reset. */
type AccountCode<From extends RestrictedFrom> = From extends null
  ? never
  : From extends 3
    ? 'account_restricted'
    : AccountRefusal

/** The refusal of a call that enters a product. */
type ProductCode<Product extends NameIn<'products'> | null> = Product extends null ? never : 'product_off'

interface Shape<Input extends z.ZodMiniType, Reply extends z.ZodMiniType, Code extends string> {
  /** The path after the base `/api/{lang}`. */
  readonly path: `/${string}`
  readonly caller: Caller
  /** For a seat's call: any one of these roles may make it. The path begins with `/staff/`. */
  readonly roles?: readonly Role[]
  readonly input: Input
  readonly reply: Reply
  readonly refusals: readonly Code[]
  /** Customers' calls say it, so that no new write is open to restricted accounts by accident. */
  readonly restrictedFrom: RestrictedFrom
  /** For a write that enters a product: it is refused while the operator of the house has switched that product off. */
  readonly enters?: NameIn<'products'> | undefined
  /** One sentence for the readable interface page. */
  readonly summary: string
  /**
   * For a write: the body is the bytes of one picture and the input is in the query. Otherwise the body is the
   * input as JSON.
   */
  readonly body?: 'picture'
}

export interface Read<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Reply extends z.ZodMiniType = z.ZodMiniType,
  Code extends string = string,
> extends Shape<Input, Reply, Code> {
  readonly kind: 'read'
  /** GET, or POST where the spec sends a body with a read. A POST read needs no idempotency key. */
  readonly method: 'GET' | 'POST'
  /** Topics that make an earlier answer stale. */
  readonly topics: readonly Topic[]
  /**
   * The call answers with a file of one of these media types; only a refusal comes in the envelope. `reply` is not
   * used.
   */
  readonly file?: readonly string[]
}

export interface Write<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Reply extends z.ZodMiniType = z.ZodMiniType,
  Code extends string = string,
> extends Shape<Input, Reply, Code> {
  readonly kind: 'write'
  readonly method: 'POST'
  /**
   * The key of a repeated request. `id`: the input's `id` is the idempotency key and the id of the new row.
   * `header`: the Idempotency-Key header is the key, and the first answer is stored under it. `none`: no answer is
   * stored (login).
   */
  readonly key: 'id' | 'header' | 'none'
  /** For a write that goes through the lane: the topics it publishes to its customer when it changed something. */
  readonly publishes?: readonly Topic[]
}

export type Call = Read | Write

/** True if a seat with these roles may make a call, or see a page. */
export const mayCall = (roles: readonly Role[], { roles: allowed }: Pick<Call, 'roles'>): boolean =>
  allowed === undefined || allowed.some((role) => roles.includes(role))

/**
 * Whether an account restricted at this level (null for none) is refused a call with this input. Calls are refused by this
 * rule alone, before anything else is checked. Asserts that the input's field is one that the call names.
 */
export function refusesRestricted(
  { restrictedFrom: from, path }: Pick<Call, 'restrictedFrom' | 'path'>,
  level: RestrictionLevel | null,
  input: unknown,
): boolean {
  if (level === null || from === null) return false
  if (typeof from === 'number') return level >= from
  const least = from.levels[String((input as Readonly<Record<string, unknown>>)[from.field])]
  assert(least !== undefined, `${path} names a level for every ${from.field}`)
  return level >= least
}

/** True if the call waits after a password reset: it takes new risk, or money goes out by it. */
export const waitsAfterReset = (call: Pick<Call, 'restrictedFrom' | 'path'>, input: unknown): boolean =>
  refusesRestricted(call, WAITING_LEVEL, input)

/**
 * Refuse a call by the state of the account, or not (null). Every kind of route asks this, before anything else is checked. A
 * restriction comes first, because the trading password does not end it.
 */
export function refusalByState(
  call: Pick<Call, 'restrictedFrom' | 'path'>,
  { restriction, waitsUntil }: AccountState,
  now: Instant,
  input: unknown,
): Refused<AccountRefusal> | null {
  if (refusesRestricted(call, restriction, input)) return refuse('account_restricted')
  if (waitsUntil === null || now >= waitsUntil || !waitsAfterReset(call, input)) return null
  return refuse('access_waits', { at: formatDate(waitsUntil) })
}

/** The products that the operator has switched off. */
export type ProductsOff = ReadonlySet<NameIn<'products'>>

/** Refuse a call that enters a product which is switched off, or not (null). */
export const refusalByProduct = ({ enters }: Pick<Call, 'enters'>, off: ProductsOff): Refused<'product_off'> | null =>
  enters !== undefined && off.has(enters) ? refuse('product_off') : null

/** A picture may have up to 10 MB as sent. */
export const PICTURE_BYTES_MOST = 10 * 1024 * 1024
export type InputOf<C extends Call> = z.output<C['input']>
export type ReplyOf<C extends Call> = z.output<C['reply']>
export type RefusalOf<C extends Call> = C['refusals'][number]

/** A call that changes nothing. */
export function read<
  Input extends z.ZodMiniType,
  Reply extends z.ZodMiniType,
  const Code extends string = never,
  const From extends RestrictedFrom = null,
>(
  call: Omit<Read<Input, Reply, Code>, 'kind' | 'method' | 'topics' | 'refusals' | 'restrictedFrom'> & {
    method?: 'GET' | 'POST'
    topics?: readonly Topic[]
    refusals?: readonly Code[]
    file?: readonly string[]
    restrictedFrom?: From
  },
): Read<Input, Reply, Code | AccountCode<From>> {
  return { kind: 'read', method: 'GET', topics: [], ...call, ...restrictionOf(call) }
}

/** A call that changes something. It is always safe to repeat. */
export function write<
  Input extends z.ZodMiniType,
  Reply extends z.ZodMiniType,
  const Code extends string = never,
  const From extends RestrictedFrom = null,
  const Product extends NameIn<'products'> | null = null,
>(
  call: Omit<Write<Input, Reply, Code>, 'kind' | 'method' | 'refusals' | 'restrictedFrom' | 'caller' | 'enters'> & {
    refusals?: readonly Code[]
  } & (
      | { readonly caller: 'customer'; readonly restrictedFrom: From; readonly enters?: Product & string }
      | { readonly caller: 'anyone' | 'seat'; readonly restrictedFrom?: undefined; readonly enters?: undefined }
    ),
): Write<Input, Reply, Code | AccountCode<From> | ProductCode<Product>> {
  const { refusals = [] } = call
  const entry = call.enters === undefined ? [] : (['product_off'] as unknown as readonly ProductCode<Product>[])
  return { kind: 'write', method: 'POST', ...call, ...restrictionOf({ ...call, refusals: [...entry, ...refusals] }) }
}

/** A call that names a level lists the refusals by the account's state first. */
function restrictionOf<Code extends string, From extends RestrictedFrom>({
  refusals = [],
  restrictedFrom,
}: {
  refusals?: readonly Code[]
  restrictedFrom?: From | undefined
}): { refusals: readonly (Code | AccountCode<From>)[]; restrictedFrom: RestrictedFrom } {
  const from = restrictedFrom ?? null
  const codes: readonly AccountRefusal[] =
    from === null ? [] : from === 3 ? ['account_restricted'] : ['account_restricted', 'access_waits']
  return { restrictedFrom: from, refusals: [...(codes as readonly AccountCode<From>[]), ...refusals] }
}
