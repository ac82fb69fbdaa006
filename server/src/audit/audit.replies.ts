import type { Act } from '@lonja/core/audit/audit.rules'
import type { Language } from '@lonja/core/base/language'
import { CATALOGUES } from '../base/texts.ts'

const OPINIONS = ['approve', 'refuse'] as const
const OUTCOMES = ['decided', 'needs_second', 'disagreed'] as const

/**
 * The part of an act that its customer reads: role and number of the seat, its opinion and reason, the device of a
 * sign-in. Nothing else.
 */
export const activityOf = ({ id, act, at, seat, about, detail }: Act) => ({
  id,
  act,
  at,
  about,
  role: seat?.role ?? null,
  seat: seat?.number ?? null,
  reason: textIn(detail['reason']),
  opinion: OPINIONS.find((opinion) => opinion === detail['opinion']) ?? null,
  outcome: OUTCOMES.find((outcome) => outcome === detail['outcome']) ?? null,
  device: seat === null ? textIn(detail['device']) : null,
  ...letInIn(detail['letInBy']),
})

/** The seat that let in one of two people; nothing for another act. */
const letInIn = (value: unknown): { letInBy?: number | null } =>
  value === null || typeof value === 'number' ? { letInBy: value } : {}

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** The reason of a decision or of a restriction, in words; null for an act without one. */
export function reasonWords(language: Language, { about, detail }: Act): string | null {
  const code = textIn(detail['reason'])
  if (code === null) return null
  const { reviews, notices } = CATALOGUES[language]
  return reviews[`${about?.kind ?? ''}.${code}.title`] ?? notices[`restriction.${code}`] ?? null
}
