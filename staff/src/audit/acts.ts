import type { ReplyOf } from '@lonja/core/base/contract'
import type { NameIn } from '@lonja/core/base/lists'
import type { listAudit } from '@lonja/core/audit/audit.staff.contract'
import { SUBJECTS, isActName } from '@lonja/core/lists'
import type { Formats } from '@lonja/kit/formats'
import type { Say, TextKey } from '@lonja/kit/text'

export type Act = ReplyOf<typeof listAudit>['rows'][number]

/** The end of an id, where there is no room for all of it. */
export const shortId = (id: string): string => `…${id.slice(-6)}`

const OPINIONS: Readonly<Record<string, TextKey<'audit'>>> = { approve: 'opinion_approve', refuse: 'opinion_refuse' }
const OUTCOMES: Readonly<Record<string, TextKey<'audit'>>> = {
  decided: 'outcome_decided',
  needs_second: 'outcome_needs_second',
  disagreed: 'outcome_disagreed',
}

/** The act as a sentence: `Opina sobre una retirada: rechazar, Titular distinto, falta otra persona`. */
export function sentenceOf(
  t: Say<'audit'>,
  f: Pick<Formats, 'list'>,
  { act, detail, reason }: Pick<Act, 'act' | 'detail' | 'reason'>,
): string {
  // An act of a newer server than this page: only its code is known here.
  const what = isActName(act) ? t(`act_${act}`) : act
  const [opinion, outcome] = [OPINIONS[String(detail['opinion'])], OUTCOMES[String(detail['outcome'])]]
  const how = [opinion && t(opinion), reason, outcome && t(outcome)].filter((each): each is string => Boolean(each))
  return how.length === 0 ? what : t('actHow', { what, how: f.list(how) })
}

const isAbout = (kind: string): kind is NameIn<'subjects'> => SUBJECTS.includes(kind)

/** The kind of its subject, in a word. */
export const kindIn = (t: Say<'audit'>, kind: string): string => (isAbout(kind) ? t(`about_${kind}`) : kind)

const DETAILS: Readonly<Record<string, TextKey<'audit'>>> = {
  opinion: 'detail_opinion',
  outcome: 'detail_outcome',
  reason: 'detail_reason',
  device: 'detail_device',
  roles: 'detail_roles',
  before: 'detail_before',
  after: 'detail_after',
  until: 'detail_until',
  endsAt: 'detail_until',
  told: 'detail_told',
  ended: 'detail_ended',
  sessions: 'detail_ended',
  ownAccount: 'detail_ownAccount',
  commandLine: 'detail_commandLine',
  picture: 'detail_picture',
  message: 'detail_message',
  hits: 'detail_hits',
  seat: 'seat',
  madeBySeat: 'seat',
}
const INSTANTS = ['until', 'endsAt']
const SEATS = ['seat', 'madeBySeat']

/** A field's label; a field without one shows its name. */
export const detailName = (t: Say<'audit'>, name: string): string => (DETAILS[name] ? t(DETAILS[name]) : name)

/** A field's formatted value: an instant as a time, a seat as its number, a code in words if it has any. */
export function detailValue(t: Say<'audit'>, f: Formats, name: string, act: Pick<Act, 'detail' | 'reason'>): string {
  const value = act.detail[name] ?? null
  if (value === null) return '-'
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (name === 'reason') return act.reason ?? String(value)
  const words = OPINIONS[String(value)] ?? OUTCOMES[String(value)]
  if (words) return t(words)
  if (INSTANTS.includes(name)) return f.date(Number(value))
  return SEATS.includes(name) ? t('seatIs', { number: String(value) }) : String(value)
}
