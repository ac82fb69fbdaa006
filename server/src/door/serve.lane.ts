import { assert } from '@lonja/core/base/assert'
import type { InputOf, ReplyOf, Write } from '@lonja/core/base/contract'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Refused } from '@lonja/core/base/refusal'
import type { Token } from '../secrets/token.ts'
import { NOT_SIGNED_IN, type Route } from './serve.ts'

/** The customer of a lane command, and the calling session. A command that the house starts itself has no session. */
export interface LaneAsker {
  readonly customer: CustomerId
  readonly session?: Token | undefined
}

/**
 * A write that goes through the lane. The lane reads the session in its load trip. From the command's call it takes
 * whether a restricted account may make it, and which topics it publishes.
 */
export function onLane<C extends Write>(
  call: C,
  work: (asker: LaneAsker, input: InputOf<C>) => Promise<ReplyOf<C> | Refused>,
): Route {
  assert(call.caller === 'customer', `${call.path} is for customers`)
  assert(call.publishes !== undefined, `${call.path} goes through the lane and says which topics it publishes`)
  return {
    call,
    answer: async ({ token, input }) =>
      token ? work({ customer: token.customer, session: token }, input as InputOf<C>) : NOT_SIGNED_IN,
  }
}
