import type { Call } from '@lonja/core/base/contract'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { samplePicture } from '../pictures/pictures.testing.ts'

export interface How {
  readonly token?: string | undefined
  readonly key?: string | undefined
  readonly language?: string
  /** The picture to send with a call that takes one; any picture by default. */
  readonly bytes?: Buffer
  /** The address that the call comes from. */
  readonly ip?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** An answer as received. */
export interface CallAnswer {
  readonly status: number
  readonly code: number
  readonly msg: string
  readonly error: string | undefined
  readonly fields: readonly { field: string; code: string; msg: string }[] | undefined
  readonly detail: unknown
  // The data of an answer depend on the call; each test checks its own.
  // eslint-disable-next-line typescript/no-explicit-any
  readonly data: any
}

/** Sends a call to a door, without a socket. */
export async function askDoor(door: FastifyInstance, call: Call, input: unknown, how: How): Promise<CallAnswer> {
  const url = `/api/${how.language ?? 'en'}${call.path}`
  const headers: Record<string, string> = { ...how.headers }
  if (how.token !== undefined) headers['token'] = how.token
  if (how.key !== undefined) headers['idempotency-key'] = how.key
  const sent: InjectOptions =
    call.method === 'GET'
      ? { method: 'GET', url, headers, query: queryOf(input) }
      : call.body === 'picture'
        ? { method: 'POST', url, headers, query: queryOf(input), payload: how.bytes ?? (await samplePicture()) }
        : {
            method: 'POST',
            url,
            headers: { 'content-type': 'application/json', ...headers },
            payload: JSON.stringify(input),
          }
  const answer = await door.inject({ ...sent, ...(how.ip === undefined ? {} : { remoteAddress: how.ip }) })
  // A file comes without the envelope.
  if (!String(answer.headers['content-type']).startsWith('application/json')) {
    const { 'content-type': type, 'content-disposition': saved } = answer.headers
    const data = { type, saved, file: answer.rawPayload }
    return { status: answer.statusCode, code: 1, msg: '', error: undefined, fields: undefined, detail: undefined, data }
  }
  const body = answer.json<Omit<CallAnswer, 'status'>>()
  return { ...body, status: answer.statusCode }
}

const queryOf = (input: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((input ?? {}) as Record<string, unknown>)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
