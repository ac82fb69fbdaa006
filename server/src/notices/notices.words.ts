import type { ListingId } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import { sentencesIn, type Language } from '@lonja/core/base/language'
import type { LeadingLists } from '@lonja/core/notices/links.rules'
import type { NoticeCode } from '@lonja/core/notices/notices.contract'
import { listingOf, type Words } from '@lonja/core/notices/notices.rules'
import { recordOf } from '@lonja/core/notices/records.rules'
import { sentence } from '../base/texts.ts'
import type { NoticeRow } from './notices.store.ts'

/** The name of a listing in a language: the market has it, which stands beside and not below. */
export type NameOf = (listing: ListingId, language: Language) => string

/** The house's notices, joined by the roof: what each is about, where it leads and how it is put into words. */
export interface NoticeLists extends LeadingLists {
  readonly words: Readonly<Record<NoticeCode, Words>>
}

/** Everything from above or beside that putting a notice into words needs. */
export interface Wordbook {
  readonly nameOf: NameOf
  readonly lists: NoticeLists
}

/** A notice as it is said in a language. */
export function inWordsOf({ nameOf, lists }: Wordbook, row: NoticeRow, language: Language) {
  const part = lists.notices[row.code]
  assert(part !== undefined, `a feature brings the notice: ${row.code}`)
  const { key, blanks, reason, note, review, role } = lists.words[row.code]({
    code: row.code,
    facts: row.facts,
    language,
    nameOf: (listing) => nameOf(listing, language),
  })
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
    kind: part.about,
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
