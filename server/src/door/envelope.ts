import type * as z from 'zod/mini'
import { isCurrency, type Amount } from '@lonja/core/base/amount'
import type { Call } from '@lonja/core/base/contract'
import type { Language } from '@lonja/core/base/language'
import type { Refused } from '@lonja/core/base/refusal'
import { CATALOGUES, sentence, type Detail } from '../base/texts.ts'

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

/**
 * The body of a refusal, in the call's language. Its `code` is 401 for a caller who is not signed in, otherwise 0. Each
 * field at fault has the refusal's sentence; one that is missing has its own, which names it.
 */
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
    ...(fields.length === 0 ? {} : { fields: fields.map((name) => faultAt(name, error, msg, language)) }),
    ...(Object.keys(detail).length === 0 ? {} : { detail: wireDetail(detail) }),
  }
  return { status, body: JSON.stringify(body), refusal: error }
}

const faultAt = (field: string, error: string, msg: string, language: Language): FieldError =>
  error === 'missing_information' ? fieldError(field, 'required', language) : { field, code: error, msg }

/** The body for an input that lacks something: every field to fill in or to correct. */
function missingInformation(fields: readonly FieldError[], language: Language): EncodedAnswer {
  const error = 'missing_information'
  const msg = sentence(language, 'refusals', error)
  return { status: statusFor(error), body: JSON.stringify({ code: 0, msg, error, fields }), refusal: error }
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

/**
 * The answer for an input that its call's schema refuses. A form that lacks something is `missing_information` (spec section
 * 5) and names all that it lacks; one with a field that the call does not have is not understood. The input of a read is the
 * address of a page and no form, unless its contract names the refusal.
 */
export function wrongInput(call: Call, issues: readonly Issue[], input: unknown, language: Language): EncodedAnswer {
  const errors = fieldErrors(issues, input, language, optionalFields(call))
  const isForm = call.kind === 'write' || mayMiss(call)
  const isUnknown = errors.some(({ code }) => code === 'unknown_field' || code === 'not_an_object')
  if (!isForm || isUnknown || errors.every(({ code }) => code !== 'required')) return badInput(errors, language)
  const named = new Set(errors.map(({ field }) => field))
  const blank = blankTexts(call, input).filter((field) => !named.has(field))
  return missingInformation(
    inOrder(call, [...errors, ...blank.map((field) => fieldError(field, 'required', language))]),
    language,
  )
}

const mayMiss = (call: Call): boolean => call.refusals.includes('missing_information')

/** The fields of a call, in the contract's order. */
const shapeOf = (call: Call): Readonly<Record<string, z.ZodMiniType>> =>
  (call.input._zod.def as { shape?: Record<string, z.ZodMiniType> }).shape ?? {}

const optionalFields = (call: Call): ReadonlySet<string> =>
  new Set(Object.entries(shapeOf(call)).flatMap(([name, { _zod }]) => (_zod.def.type === 'optional' ? [name] : [])))

/**
 * The texts that the schema takes blank and a rule of the call then refuses as missing. The rule does not run for an input
 * that the schema refuses.
 */
const blankTexts = (call: Call, input: unknown): string[] =>
  mayMiss(call)
    ? Object.entries(shapeOf(call)).flatMap(([name, { _zod }]) =>
        _zod.def.type === 'string' && isBlank(valueAt(input, [name])) ? [name] : [],
      )
    : []

function inOrder(call: Call, errors: readonly FieldError[]): FieldError[] {
  const names = Object.keys(shapeOf(call))
  const placeOf = ({ field }: FieldError): number => names.indexOf(field.split('.')[0] ?? field)
  return errors.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/**
 * A decoder's issues as field errors: the field's path, a code from a closed list, and a sentence with the remedy. A blank
 * field is missing unless it is optional.
 */
export function fieldErrors(
  issues: readonly Issue[],
  input: unknown,
  language: Language,
  optional: ReadonlySet<string> = new Set(),
): FieldError[] {
  return issues.flatMap((issue) =>
    namesOf(issue).map((field) => {
      const value = valueAt(input, issue.path)
      const isMissing = !optional.has(field) && (value === undefined || value === null || isBlank(value))
      const { code, detail } = issueFor(issue, value, isMissing)
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

/** The last part of a path that has a label: the number of an element and the language of a text have none. */
function labelFor(field: string, language: Language): string {
  const name = field.split('.').findLast((part) => Object.hasOwn(CATALOGUES[language].fields, part))
  return sentence(language, 'fields', name ?? field)
}

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

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === ''

/** The code of a field error and the values for its sentence, from a decoder's issue. */
function issueFor(issue: Issue, value: unknown, isMissing: boolean): { code: string; detail: Detail } {
  if (issue.code === 'unrecognized_keys') return { code: 'unknown_field', detail: {} }
  if (issue.path.length === 0) return { code: 'not_an_object', detail: {} }
  if (isMissing || (value === '' && issue.code === 'too_small')) return { code: 'required', detail: {} }
  if (issue.code === 'invalid_value')
    return { code: 'not_listed', detail: { values: issue.values.map(String).join(', ') } }
  if (issue.code === 'too_big') {
    const code = issue.origin === 'string' || issue.origin === 'array' ? 'too_long' : 'too_big'
    return { code, detail: { most: String(issue.maximum) } }
  }
  if (issue.code === 'too_small') return { code: 'too_small', detail: { least: String(issue.minimum) } }
  return { code: issue.code === 'invalid_type' ? 'wrong_type' : 'wrong_form', detail: {} }
}
