import type { ListingId } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import { sentencesIn, type Language } from '@lonja/core/base/language'
import type { LinkLists } from '@lonja/core/notices/links.rules'
import type { NoticeCode } from '@lonja/core/notices/notices.contract'
import { listingOf, type Words } from '@lonja/core/notices/notices.rules'
import { recordOf } from '@lonja/core/notices/records.rules'
import { sentence } from '../base/texts.ts'
import type { NoticeRow } from './notices.store.ts'

/** The name of a listing in a language. The market has it, which is no layer below notices, so it is passed in. */
export type NameOf = (listing: ListingId, language: Language) => string

/** The lists of the house's notices, joined by `routes.ts` from each feature: subject, target and words. */
export interface NoticeLists extends LinkLists {
  readonly words: Readonly<Record<NoticeCode, Words>>
}

/** The parts of other features that the words of a notice need. */
export interface Wordbook {
  readonly nameOf: NameOf
  readonly lists: NoticeLists
}

/** A notice in the words of a language. */
export function inWordsOf({ nameOf, lists }: Wordbook, row: NoticeRow, language: Language) {
  const part = lists.notices[row.code]
  assert(part !== undefined, `a feature brings the notice: ${row.code}`)
  const {
    key,
    blanks,
    reason,
    also,
    note,
    review,
    role,
    language: written,
  } = lists.words[row.code]({
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
  const further = (also ?? []).map((each) => sentence(language, 'notices', each, filled))
  const own = note ? sentence(language, 'notices', 'own_note', { note }) : null
  return {
    id: row.id,
    code: row.code,
    kind: part.about,
    title: sentence(language, 'notices', `${key}.title`, filled),
    body: sentencesIn(language, [sentence(language, 'notices', `${key}.body`, filled), ...further, own]),
    language: written ?? null,
    at: row.at,
    is_read: row.read ? ('1' as const) : ('0' as const),
    order: row.order,
    record: recordOf(row.facts),
    listing: listingOf(row.facts),
  }
}

/** The reason of a decision and the next step, in the words of reviews. */
const decisionIn = (review: string | undefined, language: Language): Readonly<Record<string, string>> =>
  review === undefined
    ? {}
    : {
        reason: sentence(language, 'reviews', `${review}.title`),
        next: sentence(language, 'reviews', `${review}.next`),
      }

/** A number of shares of a company, in the language's singular or plural. */
function holdingIn(blanks: Readonly<Record<string, string>>, language: Language): Readonly<Record<string, string>> {
  if (blanks['shares'] === undefined) return {}
  return { holding: sentence(language, 'notices', blanks['shares'] === '1' ? 'holding_one' : 'holding_other', blanks) }
}
