import type { Amount } from './amount.ts'

/** A "no" we foresaw, as data: its code picks the translated sentence, `detail` fills the blanks. Never thrown. */
export interface Refused<Code extends string = string> {
  readonly refused: Code
  readonly detail: Readonly<Record<string, Amount | string>>
  /** The field of the form that must be mended, where one is to blame. */
  readonly field?: string
  /** Where several are to blame, all of them, the first one too. */
  readonly fields?: readonly string[]
}

export function refuse<const Code extends string>(
  code: Code,
  detail: Readonly<Record<string, Amount | string>> = {},
  field?: string,
): Refused<Code> {
  return field === undefined ? { refused: code, detail } : { refused: code, detail, field }
}

export const isRefused = (answer: unknown): answer is Refused =>
  typeof answer === 'object' && answer !== null && 'refused' in answer
