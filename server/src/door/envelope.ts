import type * as z from 'zod/mini'
import { isCurrency, type Amount } from '@lonja/core/base/amount'
import type { Language } from '@lonja/core/base/language'
import type { Refused } from '@lonja/core/base/refusal'
import { sentence, type Detail } from '../base/texts.ts'

/** An encoded answer: the HTTP status and the body's JSON. */
export interface EncodedAnswer {
  readonly status: number
  readonly body: string
  /** The name of the refusal. */
  readonly refusal?: string
}

/** An error in one field of an input. */
export interface FieldError {
  readonly field: string
  readonly code: string
  readonly msg: string
}

/**
 * The HTTP status of a refusal. A code that is not listed is 404 if it begins with `unknown_`, and otherwise 422: a
 * rule refuses a request that was understood.
 */
export const STATUS: Readonly<Record<string, number>> = {
  bad_input: 400,
  not_signed_in: 401,
  not_your_role: 403,
  account_restricted: 403,
  access_waits: 403,
  not_found: 404,
  too_slow: 408,
  still_running: 409,
  too_large: 413,
  too_many_requests: 429,
  too_many_tries: 429,
  too_many_searches: 429,
  too_many_uploads: 429,
  unavailable: 503,
  internal: 500,
}

export const statusFor = (code: string): number => STATUS[code] ?? (code.startsWith('unknown_') ? 404 : 422)

/** The body of a success, around data that is already JSON. */
export const accepted = (data: string): EncodedAnswer => ({ status: 200, body: `{"code":1,"msg":"","data":${data}}` })

/** The body of a refusal, in the call's language. Its `code` is 401 for a caller who is not signed in, otherwise 0. */
export function refused(
  { refused: error, detail, field, fields = field === undefined ? [] : [field] }: Refused,
  language: Language,
): EncodedAnswer {
  const status = statusFor(error)
  const msg = sentence(language, 'refusals', error, detail)
  const body = {
    code: status === 401 ? 401 : 0,
    msg,
    error,
    ...(fields.length === 0 ? {} : { fields: fields.map((name) => ({ field: name, code: error, msg })) }),
    ...(Object.keys(detail).length === 0 ? {} : { detail: wireDetail(detail) }),
  }
  return { status, body: JSON.stringify(body), refusal: error }
}

/** The body for an input that does not match the contract: each field to correct, with the remedy. */
export function badInput(fields: readonly FieldError[], language: Language): EncodedAnswer {
  const msg = sentence(language, 'refusals', 'bad_input')
  return { status: 400, body: JSON.stringify({ code: 0, msg, error: 'bad_input', fields }), refusal: 'bad_input' }
}

const wireDetail = (detail: Detail): Record<string, unknown> =>
  Object.fromEntries(Object.entries(detail).map(([name, value]) => [name, isAmount(value) ? wireAmount(value) : value]))

const isAmount = (value: Amount | string): value is Amount => typeof value !== 'string'

/** An amount as in the contract's `Quantity`: cents with two decimals, shares whole. */
function wireAmount({ asset, units }: Amount): { asset: string; units: string } {
  if (!isCurrency(asset)) return { asset, units: units.toString() }
  const digits = (units < 0n ? -units : units).toString().padStart(3, '0')
  return { asset, units: `${units < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}` }
}

type Issue = z.core.$ZodIssue

/** A decoder's issues as field errors: the field's path, a code from a closed list, and a sentence with the remedy. */
export function fieldErrors(issues: readonly Issue[], input: unknown, language: Language): FieldError[] {
  return issues.flatMap((issue) =>
    namesOf(issue).map((field) => {
      const { code, detail } = issueFor(issue, valueAt(input, issue.path))
      return fieldError(field, OWN_WORDS[field]?.[code] ?? code, language, detail)
    }),
  )
}

/** The fields for which the spec has its own sentence (section 8). */
const OWN_WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  shares: { wrong_form: 'positive_integer', wrong_type: 'positive_integer' },
}

/** One field error. The field is named by its label in the form. */
export function fieldError(field: string, code: string, language: Language, detail: Detail = {}): FieldError {
  const label = code === 'unknown_field' || field === '' ? field : labelFor(field, language)
  return { field, code, msg: sentence(language, 'issues', code, { field: label, ...detail }) }
}

const labelFor = (field: string, language: Language): string =>
  sentence(
    language,
    'fields',
    field
      .replace(/\.\d+$/, '')
      .split('.')
      .at(-1) ?? field,
  )

/** A body may hold thousands of unknown names. Only the first ones are answered. */
const UNKNOWN_NAMED = 20

const namesOf = (issue: Issue): string[] => {
  const at = issue.path.map(String)
  return issue.code === 'unrecognized_keys'
    ? issue.keys.slice(0, UNKNOWN_NAMED).map((key) => [...at, key].join('.'))
    : [at.join('.')]
}

const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? (at as never)[key] : undefined), input)

/** The code of a field error and the values for its sentence, from a decoder's issue. */
function issueFor(issue: Issue, value: unknown): { code: string; detail: Detail } {
  if (issue.code === 'unrecognized_keys') return { code: 'unknown_field', detail: {} }
  if (issue.path.length === 0) return { code: 'not_an_object', detail: {} }
  if (value === undefined || (value === '' && issue.code === 'too_small')) return { code: 'required', detail: {} }
  if (issue.code === 'invalid_value')
    return { code: 'not_listed', detail: { values: issue.values.map(String).join(', ') } }
  if (issue.code === 'too_big') {
    const code = issue.origin === 'string' || issue.origin === 'array' ? 'too_long' : 'too_big'
    return { code, detail: { most: String(issue.maximum) } }
  }
  if (issue.code === 'too_small') return { code: 'too_small', detail: { least: String(issue.minimum) } }
  return { code: issue.code === 'invalid_type' ? 'wrong_type' : 'wrong_form', detail: {} }
}
