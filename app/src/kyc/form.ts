import type { ReplyOf } from '@lonja/core/base/contract'
import type { DocumentType, KycField, readKyc } from '@lonja/core/kyc/kyc.contract'
import { isName, isNumber, missingIn, plainNumber, type KycForm } from '@lonja/core/kyc/kyc.rules'
import type { Say } from '@lonja/kit/text'

export type Kyc = ReplyOf<typeof readKyc>
export type Submission = NonNullable<Kyc['submission']>

/** What is typed. Pictures stand beside it: they are on their way, or kept. */
export interface Typed {
  readonly firstName: string
  readonly lastName: string
  readonly type: DocumentType
  readonly number: string
}

/** Names first, then the document, then all of it once more before it is sent. */
export const STEPS = ['stepNames', 'stepPaper', 'stepSend'] as const
export const STEP_OF: Readonly<Record<KycField, 0 | 1>> = { firstName: 0, lastName: 0, number: 1, front: 1, back: 1 }

/** What a retry begins with: all that was right is there already. */
export const typedFrom = (kept: Submission | null): Typed => ({
  firstName: kept?.firstName ?? '',
  lastName: kept?.lastName ?? '',
  type: kept?.type ?? 'id_card',
  number: '',
})

/** A picture of the last time that may stay: it is there, and was not to blame. */
export function keptPicture(kept: Submission | null, side: 'front' | 'back', type: DocumentType): string | null {
  if (!kept || kept.type !== type || kept.repeat.includes(side)) return null
  const paper = kept.papers.find((one) => one.side === side)
  return paper && paper.removedAt === null ? paper.id : null
}

export const keepsNumber = (kept: Submission | null, { type, number }: Typed): boolean =>
  kept !== null && kept.type === type && number.trim() === '' && !kept.repeat.includes('number')

type Mistakes = Readonly<Partial<Record<KycField, string>>>

/** What is wrong with the form, by field, in words: the same rules as the house's. */
export function mistakesIn(form: KycForm, keeps: boolean, t: Say<'kyc'>): Mistakes {
  const missing = missingIn(form).filter((field) => !(field === 'number' && keeps))
  const wrong: [KycField, string][] = missing.map((field) => [field, t('missing')])
  const say = (field: KycField, isRight: boolean, words: string): void => {
    if (!missing.includes(field) && !isRight) wrong.push([field, words])
  }
  say('firstName', isName(form.firstName), t('nameForm'))
  say('lastName', isName(form.lastName), t('nameForm'))
  const numberForm = form.type === 'passport' ? t('numberFormPassport') : t('numberFormId')
  say('number', keeps || isNumber(form.type, plainNumber(form.number)), numberForm)
  return Object.fromEntries(wrong)
}

/** A side of the document by its name. */
export const sideName = (side: 'front' | 'back', type: DocumentType, t: Say<'kyc'>): string =>
  side === 'back' ? t('back') : type === 'passport' ? t('page') : t('front')

/** What is to be given again, by name. */
export const fieldName = (field: KycField, type: DocumentType, t: Say<'kyc'>): string =>
  field === 'front' || field === 'back' ? sideName(field, type, t) : t(field)
