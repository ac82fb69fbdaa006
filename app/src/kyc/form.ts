import type { ReplyOf } from '@lonja/core/base/contract'
import type { DocumentType, KycField, readKyc } from '@lonja/core/kyc/kyc.contract'
import { isName, isNumber, missingIn, plainNumber, type KycForm } from '@lonja/core/kyc/kyc.rules'
import type { Say } from '@lonja/kit/text'

export type Kyc = ReplyOf<typeof readKyc>
export type Submission = NonNullable<Kyc['submission']>

/** The typed values. Pictures are kept separately: uploading, or stored. */
export interface KycValues {
  readonly firstName: string
  readonly lastName: string
  readonly type: DocumentType
  readonly number: string
}

/** Names first, then the document, then a summary before it is sent. */
export const STEPS = ['stepNames', 'stepPaper', 'stepSend'] as const
export const STEP_OF: Readonly<Record<KycField, 0 | 1>> = { firstName: 0, lastName: 0, number: 1, front: 1, back: 1 }

/** The initial values of a retry: everything that was not refused is filled in. */
export const typedFrom = (earlier: Submission | null): KycValues => ({
  firstName: earlier?.firstName ?? '',
  lastName: earlier?.lastName ?? '',
  type: earlier?.type ?? 'id_card',
  number: '',
})

/** The earlier picture if it may stay: still stored, and not refused. */
export function earlierPicture(earlier: Submission | null, side: 'front' | 'back', type: DocumentType): string | null {
  if (!earlier || earlier.type !== type || earlier.repeat.includes(side)) return null
  const paper = earlier.papers.find((one) => one.side === side)
  return paper && paper.removedAt === null ? paper.id : null
}

export const keepsNumber = (earlier: Submission | null, { type, number }: KycValues): boolean =>
  earlier !== null && earlier.type === type && number.trim() === '' && !earlier.repeat.includes('number')

type Mistakes = Readonly<Partial<Record<KycField, string>>>

/** The empty fields of the form; a number that is kept may be one. */
export const blanksIn = (form: KycForm, keeps: boolean): KycField[] =>
  missingIn(form).filter((field) => !(field === 'number' && keeps))

/** The form's errors by field, in words, by the server's own rules. */
export function mistakesIn(form: KycForm, keeps: boolean, t: Say<'kyc'>): Mistakes {
  const missing = blanksIn(form, keeps)
  const nameOf = (field: KycField) => t('missingField', { field: fieldName(field, form.type, t) })
  const wrong: [KycField, string][] = missing.map((field) => [field, nameOf(field)])
  const say = (field: KycField, isRight: boolean, words: string): void => {
    if (!missing.includes(field) && !isRight) wrong.push([field, words])
  }
  say('firstName', isName(form.firstName), t('nameForm'))
  say('lastName', isName(form.lastName), t('nameForm'))
  const numberForm = form.type === 'passport' ? t('numberFormPassport') : t('numberFormId')
  say('number', keeps || isNumber(form.type, plainNumber(form.number)), numberForm)
  return Object.fromEntries(wrong)
}

/** The name of a side of the document. */
export const sideName = (side: 'front' | 'back', type: DocumentType, t: Say<'kyc'>): string =>
  side === 'back' ? t('back') : type === 'passport' ? t('page') : t('front')

/** The name of a field to submit again. */
export const fieldName = (field: KycField, type: DocumentType, t: Say<'kyc'>): string =>
  field === 'front' || field === 'back' ? sideName(field, type, t) : t(field)
