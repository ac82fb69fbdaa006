import { assert } from '@lonja/core/base/assert'
import type { DoorRefusal, InputOf, Read, RefusalOf } from '@lonja/core/base/contract'
import { refuse, type Refused } from '@lonja/core/base/refusal'
import type { Tx } from '../database/db.ts'
import { asSeat, type StaffWriteContext } from './serve.staff.ts'
import {
  NOT_SIGNED_IN,
  type CallRequest,
  type House,
  type LookContext,
  type PrepareContext,
  type Route,
} from './serve.ts'

/** A file as an answer, sent in pieces as they are made, so a slow reader delays nobody else. */
export interface FileAnswer {
  readonly file: {
    /** The name under which the file is saved, in ASCII. */
    readonly name: string
    readonly type: string
    readonly pieces: AsyncIterable<Uint8Array>
  }
}

export interface FileContext extends Omit<PrepareContext, 'bytes' | 'userAgent'> {
  /**
   * The session and the handler's reads share one snapshot. The pieces query the database on their own when they are
   * sent.
   */
  readonly tx: Tx
}

export interface FileWork<C extends Read> {
  /**
   * The reason why the customer may not get a file now, or null. It runs before the file is read, while no connection
   * is held.
   */
  readonly shut: (
    asking: Pick<FileContext, 'house' | 'customer' | 'now'>,
  ) => Promise<Refused<RefusalOf<C> | DoorRefusal> | null>
  /** Allows each customer one at a time, for a file whose read holds its connection for long. */
  readonly alone?: boolean
  readonly handle: (
    context: FileContext,
    input: InputOf<C>,
  ) => Promise<FileAnswer | Refused<RefusalOf<C> | DoorRefusal>>
}

/**
 * A read of a signed-in customer whose reply is a file. Its facts are read at once, its content while it is sent.
 */
export function onFile<C extends Read>(call: C, { shut, alone = false, handle }: FileWork<C>): Route {
  assert(call.caller === 'customer' && call.file !== undefined, `${call.path} answers customers with a file`)
  const reading = new Set<string>()
  const read = ({ token, input, now, language }: CallRequest, house: House) =>
    house.db.read(async (tx) => {
      const asker = token && (await house.sessions.find(tx, token, now))
      if (!asker) return NOT_SIGNED_IN
      house.sessions.seen(asker, now)
      return handle({ tx, house, customer: asker.customer, now, language }, input as InputOf<C>)
    })
  assert(call.restrictedFrom === null, `${call.path} answers restricted accounts too`)
  return {
    call,
    answer: async (request, house) => {
      const { token, now } = request
      const asker = token && (await house.db.read((tx) => house.sessions.find(tx, token, now)))
      if (!asker) return NOT_SIGNED_IN
      const { customer } = asker
      if (alone && reading.has(customer)) return refuse('still_running')
      reading.add(customer)
      try {
        return (await shut({ house, customer, now })) ?? (await read(request, house))
      } finally {
        reading.delete(customer)
      }
    },
  }
}

/** A read that anyone may make and whose reply is a file. The handler opens the database itself. */
export function onLookFile<C extends Read>(
  call: C,
  handle: (context: LookContext, input: InputOf<C>) => Promise<FileAnswer | Refused<RefusalOf<C> | DoorRefusal>>,
): Route {
  assert(call.caller === 'anyone' && call.file !== undefined, `${call.path} answers anyone with a file`)
  return { call, answer: ({ input, now, language }, { db }) => handle({ db, now, language }, input as InputOf<C>) }
}

/**
 * A seat's read whose reply is a file, and which is an act. It locks the seat like a write, so the handler records the act before
 * the first piece leaves; the pieces query the database on their own when they are sent.
 */
export function onStaffFile<C extends Read>(
  call: C,
  handle: (context: StaffWriteContext, house: House, input: InputOf<C>) => Promise<FileAnswer>,
): Route {
  assert(call.caller === 'seat' && call.file !== undefined, `${call.path} answers seats with a file`)
  return {
    call,
    answer: (request, house) =>
      asSeat(
        request,
        house,
        () => null,
        (context) => handle(context, house, request.input as InputOf<C>),
      ),
  }
}
