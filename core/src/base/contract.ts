import type * as z from 'zod/mini'
import type { NameIn } from './lists.ts'

/** Who may make a call. `anyone` needs no sign-in; `customer` and `seat` need a live session: a customer's, or a staff member's. */
export type Caller = 'anyone' | 'customer' | 'seat'

/** What a seat of staff may do; a seat may hold several roles. */
export const ROLES = ['support', 'reviewer', 'treasurer', 'operations', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** Refusals that any call may answer, besides its own: they come from the door, not from a rule. */
export const DOOR_REFUSALS = [
  'bad_input',
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

/** What a customer was told before they listened, and how far back the house remembers all of it. */
export interface ToldLately {
  readonly reachesMs: number
  readonly topics: readonly { readonly topic: Topic; readonly agoMs: number }[]
}

interface Shape<Input extends z.ZodMiniType, Reply extends z.ZodMiniType, Code extends string> {
  /** After the base `/api/{lang}`. */
  readonly path: `/${string}`
  readonly caller: Caller
  /** Of a seat's call: any of these roles may make it. Its path begins with `/staff/`. */
  readonly roles?: readonly Role[]
  readonly input: Input
  readonly reply: Reply
  readonly refusals: readonly Code[]
  /** One sentence for the readable page of the interface. */
  readonly summary: string
  /** Of a write: the body is the bytes of one picture, and the input stands in the query. Else the body is the input as JSON. */
  readonly body?: 'picture'
}

export interface Read<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Reply extends z.ZodMiniType = z.ZodMiniType,
  Code extends string = string,
> extends Shape<Input, Reply, Code> {
  readonly kind: 'read'
  /** GET, or POST where the spec reads with a body (it then needs no key). */
  readonly method: 'GET' | 'POST'
  /** Topics that make an earlier answer stale. */
  readonly topics: readonly Topic[]
  /** Answers a file of one of these media types, and only a refusal in the envelope. Its `reply` is not used. */
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
   * How a repeat is known. `id`: the input's `id` is the Idempotency-Key and the id of the thing made.
   * `header`: the Idempotency-Key alone; the first answer is kept. `none`: nothing is kept (logging in).
   */
  readonly key: 'id' | 'header' | 'none'
}

export type Call = Read | Write

/** A picture has at most 10 MB as it is sent. */
export const PICTURE_BYTES_MOST = 10 * 1024 * 1024
export type InputOf<C extends Call> = z.output<C['input']>
export type ReplyOf<C extends Call> = z.output<C['reply']>
export type RefusalOf<C extends Call> = C['refusals'][number]

/** A call that changes nothing. */
export function read<Input extends z.ZodMiniType, Reply extends z.ZodMiniType, const Code extends string = never>(
  call: Omit<Read<Input, Reply, Code>, 'kind' | 'method' | 'topics' | 'refusals'> & {
    method?: 'GET' | 'POST'
    topics?: readonly Topic[]
    refusals?: readonly Code[]
    file?: readonly string[]
  },
): Read<Input, Reply, Code> {
  return { kind: 'read', method: 'GET', topics: [], refusals: [], ...call }
}

/** A call that changes something; it can always be repeated safely. */
export function write<Input extends z.ZodMiniType, Reply extends z.ZodMiniType, const Code extends string = never>(
  call: Omit<Write<Input, Reply, Code>, 'kind' | 'method' | 'refusals'> & { refusals?: readonly Code[] },
): Write<Input, Reply, Code> {
  return { kind: 'write', method: 'POST', refusals: [], ...call }
}
