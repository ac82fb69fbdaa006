import { LANGUAGES, type Language } from '../base/language.ts'
import type { MessageText } from './messages.rules.ts'
import { plain, type Facts, type NewNotice, type NoticeHead, type Words } from './notices.rules.ts'

/** A message of the house, in the languages it was written in. */
export const noticeOfMessage = (
  whose: NoticeHead,
  texts: Readonly<Partial<Record<Language, MessageText>>>,
): NewNotice => ({
  ...whose,
  code: 'house_message',
  facts: Object.fromEntries(
    Object.entries(texts).flatMap(([language, { title, body }]) => [
      [`title_${language}`, title],
      [`body_${language}`, body],
    ]),
  ),
  order: null,
})

const writtenIn = (facts: Facts, language: Language): Language =>
  [language, ...LANGUAGES].find((each) => facts[`title_${each}`] !== undefined) ?? language

/** In the reader's language, otherwise in Spanish or the first language it was written in, which is then named. */
const messageWords: Words = ({ code, facts, language }) => {
  const written = writtenIn(facts, language)
  const words = plain(code, { title: facts[`title_${written}`] ?? '', body: facts[`body_${written}`] ?? '' })
  return written === language ? words : { ...words, language: written }
}

export const messagesWords = { house_message: messageWords } as const
