import { LANGUAGES, type Language } from '@lonja/core/base/language'
import type { MessageText } from '@lonja/core/notices/messages.rules'

/** A message as it is written: in each language both lines, or none of them. */
export type Draft = Readonly<Record<Language, MessageText>>

const EMPTY: MessageText = { title: '', body: '' }
export const NEW_DRAFT: Draft = { tur: EMPTY, cn: EMPTY, tw: EMPTY, en: EMPTY, fr: EMPTY }

const isEmpty = ({ title, body }: MessageText): boolean => title.trim() === '' && body.trim() === ''
const isWhole = ({ title, body }: MessageText): boolean => title.trim() !== '' && body.trim() !== ''

/** The languages that are written to their end, in the order in which a reader of another one is told. */
export const writtenIn = (draft: Draft): Language[] => LANGUAGES.filter((language) => isWhole(draft[language]))

/** The first language that has a title and no text, or the other way round; null for none. */
export const halfWritten = (draft: Draft): Language | null =>
  LANGUAGES.find((language) => !isEmpty(draft[language]) && !isWhole(draft[language])) ?? null

/** In which language somebody is told who reads `language`. Null where nothing is written. */
export const toldIn = (draft: Draft, language: Language): Language | null => {
  const written = writtenIn(draft)
  return written.includes(language) ? language : (written[0] ?? null)
}

/** What is sent: only what is written to its end. */
export const textsOf = (draft: Draft): Partial<Record<Language, MessageText>> =>
  Object.fromEntries(writtenIn(draft).map((language) => [language, draft[language]]))
