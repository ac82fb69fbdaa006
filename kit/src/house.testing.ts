import * as z from 'zod/mini'
import {
  DOOR_REFUSALS,
  type Call,
  type DoorRefusal,
  type InputOf,
  type RefusalOf,
  type ReplyOf,
} from '@lonja/core/base/contract'
import type { Language } from '@lonja/core/base/language'

/*
 * A house at the edge of the wire. It accepts a request only in the shape of its contract entry, and encodes each
 * answer by the same entry: a screen that sends another shape, or a test that answers one, fails. A fault is stored
 * instead of thrown into the app, which would show it as an outage: the harness fails the test with it at the end.
 */

/** A call as the house received it. */
export interface HouseRequest<C extends Call = Call> {
  readonly call: C
  readonly input: InputOf<C>
  readonly key: string | null
  readonly token: string | null
  readonly language: Language
}

const NO = Symbol('no')

/** A refusal of a call, with its sentence and the field at fault. */
export interface TestRefusal<Code extends string> {
  readonly [NO]: true
  readonly code: Code
  readonly msg: string
  readonly field?: string
  readonly detail?: Readonly<Record<string, unknown>>
  /** The server's name of the request, as its header has it. */
  readonly reference?: string
}

export const no = <Code extends string>(
  code: Code,
  msg: string,
  more: Omit<Partial<TestRefusal<Code>>, 'code' | 'msg'> = {},
) => ({ [NO]: true, code, msg, ...more }) as TestRefusal<Code>

/** The house executes the call, and its answer never arrives. */
export const LOST = Symbol('lost')

type NoOf<C extends Call> = TestRefusal<RefusalOf<C> | DoorRefusal>
type Answer<C extends Call> = ReplyOf<C> | NoOf<C> | typeof LOST
type Answering<C extends Call> = (request: HouseRequest<C>) => Answer<C> | Promise<Answer<C>>

/** An answer in wire form. */
export interface WireAnswer {
  readonly status: number
  readonly text: string
  readonly reference?: string | undefined
}

export interface House {
  /** Answer a call from now on, with values as screens use them. */
  answer<C extends Call>(call: C, answer: ReplyOf<C> | NoOf<C> | Answering<C>): void
  /** Every request of a call, in order. */
  asked<C extends Call>(call: C): readonly HouseRequest<C>[]
  /** From now on a token has no live session. */
  endSession(token: string): void
  /** The breaches of the contract. Empty in a correct test. */
  readonly faults: readonly string[]
  /** Handle one wire request. Null if the answer is lost. */
  take(request: Request): Promise<WireAnswer | null>
}

interface Request {
  readonly method: Call['method']
  readonly address: string
  /** Null for a GET, and for a picture. */
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

const isNo = (answer: unknown): answer is TestRefusal<string> =>
  typeof answer === 'object' && answer !== null && NO in answer

export function openHouse(): House {
  const answers = new Map<string, { call: Call; answering: Answering<Call> }>()
  const heard: HouseRequest[] = []
  const ended = new Set<string>()
  const faults: string[] = []
  const fault = (sentence: string): WireAnswer => {
    faults.push(sentence)
    return refusal({ [NO]: true, code: 'internal', msg: sentence })
  }

  async function take({ method, address, body, headers }: Request): Promise<WireAnswer | null> {
    const { path, wire, language } = partsOf(address, body)
    const givenAnswer = answers.get(keyOf(method, path))
    if (!givenAnswer) return fault(`nobody answers ${path}`)
    const { call, answering } = givenAnswer
    const token = headers['token'] ?? null
    if (call.caller !== 'anyone' && (token === null || ended.has(token)))
      return refusal({ [NO]: true, code: 'not_signed_in', msg: 'Entra' })
    const input = z.safeDecode(call.input, wire)
    if (!input.success) return fault(`${path} does not take ${JSON.stringify(wire)}: ${z.prettifyError(input.error)}`)
    const request: HouseRequest = { call, input: input.data, token, language, key: headers['idempotency-key'] ?? null }
    heard.push(request)
    if (call.kind === 'write' && call.key === 'id' && request.key !== (request.input as { id?: string }).id)
      return fault(`${path} goes by another key than its id`)
    const answer = await answering(request)
    if (answer === LOST) return null
    if (isNo(answer)) return refused(call, answer)
    const data = z.safeEncode(call.reply, answer)
    if (!data.success) return fault(`${path} does not answer so: ${z.prettifyError(data.error)}`)
    return { status: 200, text: JSON.stringify({ code: 1, msg: '', data: data.data }) }
  }

  function refused(call: Call, answer: TestRefusal<string>): WireAnswer {
    const named = [...call.refusals, ...DOOR_REFUSALS].includes(answer.code)
    return named ? refusal(answer) : fault(`${call.path} does not refuse with ${answer.code}`)
  }

  return {
    answer: (call, answer) =>
      void answers.set(keyOf(call.method, call.path), {
        call,
        answering: (typeof answer === 'function' ? answer : () => answer) as Answering<Call>,
      }),
    asked: <C extends Call>(call: C) =>
      heard.filter((request) => request.call === call) as unknown as readonly HouseRequest<C>[],
    endSession: (token) => void ended.add(token),
    faults,
    take,
  }
}

/** A read and a write may have the same path. */
const keyOf = (method: Call['method'], path: string): string => `${method} ${path}`

function refusal({ code, msg, field, detail, reference }: TestRefusal<string>): WireAnswer {
  const status = code === 'not_signed_in' ? 401 : code === 'internal' ? 500 : 422
  const fields = field === undefined ? {} : { fields: [{ field, code, msg }] }
  return {
    status,
    reference,
    text: JSON.stringify({ code: status === 401 ? 401 : 0, msg, error: code, detail, ...fields }),
  }
}

/** `/api/tur/orders/list?…`: the contract's path, the language, and the input in wire form. */
function partsOf(address: string, body: unknown) {
  const { pathname, searchParams } = new URL(address)
  const [, , language = '', ...path] = pathname.split('/')
  const { lang: _language, ...wire } =
    body === null ? Object.fromEntries(searchParams) : (body as Record<string, unknown>)
  return { path: `/${path.join('/')}`, language: language as Language, wire }
}
