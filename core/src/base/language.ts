/** The languages by their code on the wire. `tur` is Spanish (spec section 1 and 9). */
export const LANGUAGES = ['tur', 'cn', 'tw', 'en', 'fr'] as const
export type Language = (typeof LANGUAGES)[number]

export const DEFAULT_LANGUAGE: Language = 'tur'

export const LOCALES: Readonly<Record<Language, string>> = {
  tur: 'es-ES',
  cn: 'zh-Hans-CN',
  tw: 'zh-Hant-TW',
  en: 'en-GB',
  fr: 'fr-FR',
}

/** The language for a code from outside; an unknown code falls back to the default. */
export const languageFor = (code: unknown): Language =>
  LANGUAGES.find((language) => language === code) ?? DEFAULT_LANGUAGE

/** What stands between two sentences: a blank, and in Chinese nothing. */
export const gapIn = (language: Language): string => (language === 'cn' || language === 'tw' ? '' : ' ')

/** Sentences one after the other, those that are there. */
export const sentencesIn = (language: Language, sentences: readonly (string | false | null | undefined)[]): string =>
  sentences.filter(Boolean).join(gapIn(language))

/** Words of one kind one after the other: `客服、审核`, elsewhere `soporte, revisión`. */
export const listIn = (language: Language, words: readonly string[]): string =>
  words.join(language === 'cn' || language === 'tw' ? '、' : ', ')

/** Which of ours a browser's language is: the region or the script tells the two ways of writing Chinese apart. */
const SPOKEN: readonly (readonly [RegExp, Language])[] = [
  [/^es\b/i, 'tur'],
  [/^zh-(hant|tw|hk|mo)\b/i, 'tw'],
  [/^zh\b/i, 'cn'],
  [/^en\b/i, 'en'],
  [/^fr\b/i, 'fr'],
]

/** The language for an `accept-language` header: the first of ours that it names, else the default. */
export function languageSpoken(header: string | undefined): Language {
  for (const tag of (header ?? '').slice(0, 500).split(',')) {
    const found = SPOKEN.find(([form]) => form.test(tag.trim()))
    if (found) return found[1]
  }
  return DEFAULT_LANGUAGE
}
