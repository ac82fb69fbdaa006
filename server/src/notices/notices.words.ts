import type { ListingId } from '@lonja/core/base/amount'
import { sentencesIn, type Language } from '@lonja/core/base/language'
import { houseWordingFor, type HouseWording } from '@lonja/core/notices/house.rules'
import { KIND_OF, listingOf, wordingFor } from '@lonja/core/notices/notices.rules'
import { recordOf } from '@lonja/core/notices/records.rules'
import { sentence } from '../base/texts.ts'
import type { NoticeRow } from './notices.store.ts'

/** The name of a listing in a language: the market has it, which stands beside and not below. */
export type NameOf = (listing: ListingId, language: Language) => string

/** A notice as it is said in a language. */
export function inWordsOf(nameOf: NameOf, row: NoticeRow, language: Language) {
  const { key, blanks, reason, note, review, role }: HouseWording =
    houseWordingFor(row.code, row.facts, language) ??
    wordingFor(row.code, row.facts, language, (listing) => nameOf(listing, language))
  const device = blanks['device'] === '' ? { device: sentence(language, 'notices', 'unknown_device') } : {}
  const why = reason === null ? {} : { reason: sentence(language, 'notices', reason) }
  const by = role === undefined ? {} : { role: sentence(language, 'notices', `role.${role}`) }
  const filled = {
    ...blanks,
    ...device,
    ...why,
    ...by,
    ...decisionIn(review, language),
    ...holdingIn(blanks, language),
  }
  const own = note ? sentence(language, 'notices', 'own_note', { note }) : null
  return {
    id: row.id,
    code: row.code,
    kind: KIND_OF[row.code],
    title: sentence(language, 'notices', `${key}.title`, filled),
    body: sentencesIn(language, [sentence(language, 'notices', `${key}.body`, filled), own]),
    at: row.at,
    is_read: row.read ? ('1' as const) : ('0' as const),
    order: row.order,
    record: recordOf(row.facts),
    listing: listingOf(row.facts),
  }
}

/** Why it was decided so, and what comes next: in the words of reviews. */
const decisionIn = (review: string | undefined, language: Language): Readonly<Record<string, string>> =>
  review === undefined
    ? {}
    : {
        reason: sentence(language, 'reviews', `${review}.title`),
        next: sentence(language, 'reviews', `${review}.next`),
      }

/** So many shares of a company, as a language says one and several. */
function holdingIn(blanks: Readonly<Record<string, string>>, language: Language): Readonly<Record<string, string>> {
  if (blanks['shares'] === undefined) return {}
  return { holding: sentence(language, 'notices', blanks['shares'] === '1' ? 'holding_one' : 'holding_other', blanks) }
}
