import type { Amount } from './amount.ts'

/** A "no" we foresaw, as data: its code picks the translated sentence, `detail` fills the blanks. Never thrown. */
export interface Refused<Code extends string = string> {
  readonly refused: Code
  readonly detail: Readonly<Record<string, Amount | string>>
  /** The form field to correct, where one is at fault. */
  readonly field?: string
  /** All fields at fault where there are several, including the first. */
  readonly fields?: readonly string[]
}

export function refuse<const Code extends string>(
  code: Code,
  detail: Readonly<Record<string, Amount | string>> = {},
  field?: string,
): Refused<Code> {
  return field === undefined ? { refused: code, detail } : { refused: code, detail, field }
}

/** Refuse a form for what it lacks: all of its fields whose text is blank, in the form's order; null if none is. */
export function refuseBlank(form: Readonly<Record<string, string>>): Refused<'missing_information'> | null {
  const fields = Object.keys(form).filter((name) => form[name]?.trim() === '')
  const [field] = fields
  return field === undefined ? null : { refused: 'missing_information', detail: {}, field, fields }
}

export const isRefused = (answer: unknown): answer is Refused =>
  typeof answer === 'object' && answer !== null && 'refused' in answer
