import type { Language } from '../base/language.ts'
import { refuse, type Refused } from '../base/refusal.ts'
import { promiseIn } from './promises.rules.ts'

/** Messages of the house on a page of the list, unless the call says how many. */
export const HOUSE_MESSAGES_PAGE = 30

/** A house message in one language: plain text, without an address outside the house. */
export interface MessageText {
  readonly title: string
  readonly body: string
}

/** Matches an address outside the house: nobody must learn to follow links in a message. */
const LEADS_OUT = /:\/\/|\bwww\.|[\p{L}\p{N}]@[\p{L}\p{N}]|[\p{L}\p{N}-]\.[\p{L}]{2,}(\/|\b)/iu

export const hasLink = (text: string): boolean => LEADS_OUT.test(text)

/** Validate a house message: no address outside, and no promise. */
export function checkMessage(
  texts: Readonly<Partial<Record<Language, MessageText | undefined>>>,
): Refused<'missing_information' | 'message_has_link' | 'promise_word'> | null {
  const written = Object.entries(texts).filter(([, text]) => text !== undefined) as [string, MessageText][]
  if (written.length === 0) return refuse('missing_information', {}, 'texts')
  for (const [language, text] of written) {
    for (const field of ['title', 'body'] as const) {
      if (hasLink(text[field])) return refuse('message_has_link', {}, `texts.${language}.${field}`)
      const word = promiseIn(text[field])
      if (word !== null) return refuse('promise_word', { word }, `texts.${language}.${field}`)
    }
  }
  return null
}
