import { LANGUAGES, type Language } from '@lonja/core/base/language'
import type { MessageText } from '@lonja/core/notices/messages.rules'

/** A draft of a notice: in each language both title and text, or neither. */
export type Draft = Readonly<Record<Language, MessageText>>

const EMPTY: MessageText = { title: '', body: '' }
export const NEW_DRAFT: Draft = { tur: EMPTY, cn: EMPTY, tw: EMPTY, en: EMPTY, fr: EMPTY }

const isEmpty = ({ title, body }: MessageText): boolean => title.trim() === '' && body.trim() === ''
const isWhole = ({ title, body }: MessageText): boolean => title.trim() !== '' && body.trim() !== ''

/** The complete languages, in the order in which they replace a missing one. */
export const writtenIn = (draft: Draft): Language[] => LANGUAGES.filter((language) => isWhole(draft[language]))

/** The first language with a title and no text, or the other way round; null for none. */
export const halfWritten = (draft: Draft): Language | null =>
  LANGUAGES.find((language) => !isEmpty(draft[language]) && !isWhole(draft[language])) ?? null

/** The language in which a reader of `language` gets the notice. Null if nothing is written. */
export const languageShown = (draft: Draft, language: Language): Language | null => {
  const written = writtenIn(draft)
  return written.includes(language) ? language : (written[0] ?? null)
}

/** The complete languages only, for sending. */
export const textsOf = (draft: Draft): Partial<Record<Language, MessageText>> =>
  Object.fromEntries(writtenIn(draft).map((language) => [language, draft[language]]))
