import { refuse, type Refused } from '../base/refusal.ts'
import type { Opinion } from '../review/review.contract.ts'
import type { DocumentType, KycField, KycState } from './kyc.contract.ts'
import type { kycReview } from './kyc.review.ts'

/** The most submissions of a customer that are shown beside a decision. */
export const EARLIER_SHOWN = 20

/** The 24-hour limits, in cents of EUR. */
export interface KycLimits {
  readonly deposit: bigint
  readonly withdrawal: bigint
}

/**
 * Limits by level. Without an identity check the withdrawal limit is twice the deposit limit: nobody who paid in must
 * show documents to take the money out again.
 */
export const LIMITS: Readonly<Record<'basic' | 'passed', KycLimits>> = {
  basic: { deposit: 50_000_00n, withdrawal: 100_000_00n },
  passed: { deposit: 1_000_000_00n, withdrawal: 2_000_000_00n },
}

/** The limits of a state: basic until the check has passed. */
export const limitsFor = (state: KycState): KycLimits => LIMITS[state === 'passed' ? 'passed' : 'basic']

export interface KycForm {
  readonly firstName: string
  readonly lastName: string
  readonly type: DocumentType
  readonly number: string
  readonly front: string | null
  readonly back: string | null
}

/** A name in stored form: Unicode-normalised, with single spaces. */
export const plainName = (written: string): string => written.normalize('NFKC').replace(/\s+/g, ' ').trim()

/** A document number in stored form: capitals and digits only. */
export const plainNumber = (written: string): string =>
  written
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s.\-/·]/g, '')

const NAME_MOST = 60
/** Letters of any script with the usual marks between them: `Mª José`, `O’Neil`, `García-Pérez`, `王`. */
const NAME = /^(?=.*\p{L})[\p{L}\p{M}\p{Zs}'’.ªº·-]+$/u

/** ICAO 9303: a passport number has at most 9 letters and digits. ID card formats differ by country. */
const NUMBER: Readonly<Record<DocumentType, RegExp>> = { passport: /^[A-Z0-9]{6,9}$/, id_card: /^[A-Z0-9]{5,20}$/ }

/** The empty fields of a form. An ID card needs its back; a passport has none. */
export const missingIn = (form: KycForm): KycField[] => {
  const empty = (text: string | null): boolean => text === null || text.trim() === ''
  const fields = [
    'firstName',
    'lastName',
    'number',
    'front',
    ...(form.type === 'id_card' ? ['back'] : []),
  ] as KycField[]
  return fields.filter((field) => empty(form[field]))
}

export const isName = (written: string): boolean =>
  NAME.test(plainName(written)) && [...plainName(written)].length <= NAME_MOST
/** A document number has at least one digit, in every country. */
export const isNumber = (type: DocumentType, written: string): boolean =>
  NUMBER[type].test(plainNumber(written)) && /\d/.test(written.normalize('NFKC'))

type FormRefusal = 'missing_information' | 'name_form' | 'document_number_form'

/** Validate a form: first all missing fields, then the first invalid one. */
export function checkKycForm(form: KycForm): Refused<FormRefusal> | null {
  const missing = missingIn(form)
  if (missing.length > 0) return { ...refuse('missing_information', {}, missing[0]), fields: missing }
  if (!isName(form.firstName)) return refuse('name_form', {}, 'firstName')
  if (!isName(form.lastName)) return refuse('name_form', {}, 'lastName')
  if (!isNumber(form.type, form.number)) return refuse('document_number_form', {}, 'number')
  return null
}

/** The last submission, in the fields that the next one needs. */
export interface EarlierKyc extends KycForm {
  readonly id: string
  readonly repeat: readonly KycField[]
}

export interface KycFacts {
  readonly state: KycState
  /** The refused submission that this one follows. */
  readonly earlier: EarlierKyc | null
}

/** The form completed from a refused submission: the number, if it is empty now and was not refused. */
export function formWithEarlier(form: KycForm, { earlier }: Pick<KycFacts, 'earlier'>): KycForm {
  const keeps = earlier !== null && form.number.trim() === '' && form.type === earlier.type
  const isKept = keeps && !earlier.repeat.includes('number')
  const back = form.type === 'passport' ? null : form.back
  return { ...form, back, number: isKept ? earlier.number : form.number }
}

type KycRefusal = 'kyc_passed' | 'kyc_under_review' | FormRefusal | 'same_again'

/**
 * Accept a submission, or refuse it. A check that has passed or is under review takes no submission. A field that was
 * refused must change; the others may stay.
 */
export function decideKyc(written: KycForm, facts: KycFacts): { form: KycForm } | Refused<KycRefusal> {
  const { state, earlier } = facts
  if (state === 'passed') return refuse('kyc_passed')
  if (state === 'submitted' || state === 'in_review') return refuse('kyc_under_review')
  const form = formWithEarlier(written, facts)
  const wrong = checkKycForm(form)
  if (wrong) return wrong
  const plain: KycForm = {
    ...form,
    firstName: plainName(form.firstName),
    lastName: plainName(form.lastName),
    number: plainNumber(form.number),
  }
  const same = earlier?.type === plain.type ? earlier.repeat.filter((field) => plain[field] === earlier[field]) : []
  // If both names were refused, a change of one of them is enough.
  const names: readonly KycField[] = ['firstName', 'lastName']
  const refusedNames = earlier?.repeat.filter((field) => names.includes(field)) ?? []
  const isNameChanged = refusedNames.some((field) => plain[field] !== earlier?.[field])
  const [first] = same.filter((field) => !(names.includes(field) && isNameChanged))
  if (first !== undefined) return refuse('same_again', {}, first)
  return { form: plain } // From here on the submission must be taken.
}

type KycReason = (typeof kycReview)['reasons'][Opinion][number]

/** The fields that staff may ask for again, by the reason of a refusal. If none is named, all may be submitted anew. */
export const REPEATS: Readonly<Record<KycReason, readonly KycField[]>> = {
  papers_match: [],
  looked_closer: [],
  paper_unreadable: ['front', 'back'],
  paper_expired: ['front', 'back', 'number'],
  paper_incomplete: ['front', 'back'],
  name_differs: ['firstName', 'lastName', 'front', 'back'],
  number_differs: ['number', 'front', 'back'],
  customer_asked: [],
}

/**
 * Validate the fields to submit again after a refusal: at least one of those that the reason allows, if it allows any.
 * A passport has no back.
 */
export function decideRepeat(
  reason: string,
  repeat: readonly KycField[],
  type: DocumentType,
): { repeat: readonly KycField[] } | Refused<'unknown_repeat'> {
  // The reason is raw input: every object inherits `__proto__`, which is no reason.
  const allowed = Object.hasOwn(REPEATS, reason) ? REPEATS[reason as KycReason] : []
  const fits = repeat.every((field) => allowed.includes(field) && !(field === 'back' && type === 'passport'))
  if (!fits || (allowed.length > 0 && repeat.length === 0)) return refuse('unknown_repeat', {}, 'repeat')
  return { repeat: allowed.filter((field) => repeat.includes(field)) }
}

/** All but the last two characters hidden. */
export const maskedNumber = (number: string): string => '•'.repeat(Math.max(0, number.length - 2)) + number.slice(-2)

const DNI_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE'
const ID_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/**
 * Check a number's check digit if its form identifies the country: a Spanish DNI or NIE, a Chinese resident identity
 * number. Every other number is `not_known`, which is no ground for doubt. The result informs the reviewer and refuses
 * nothing.
 */
export function numberCheck(type: DocumentType, number: string): 'fits' | 'does_not_fit' | 'not_known' {
  if (type === 'passport') return 'not_known'
  const spanish = /^([XYZ]?)(\d{7,8})([A-Z])$/.exec(number)
  if (spanish) {
    const [, sign = '', digits = '', letter] = spanish
    if (sign.length + digits.length !== 8) return 'not_known'
    const counted = Number(`${sign === '' ? '' : 'XYZ'.indexOf(sign)}${digits}`)
    return DNI_LETTERS[counted % 23] === letter ? 'fits' : 'does_not_fit'
  }
  if (!/^\d{17}[\dX]$/.test(number)) return 'not_known'
  const sum = ID_WEIGHTS.reduce((total, weight, at) => total + weight * Number(number[at]), 0)
  return '10X98765432'[sum % 11] === number[17] ? 'fits' : 'does_not_fit'
}
