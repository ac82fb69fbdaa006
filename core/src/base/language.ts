/** The languages by their wire code. `tur` is Spanish (spec sections 1 and 9). */
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

/** The name of each language in that language, as pages and screens offer them. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  tur: 'Español',
  cn: '简体中文',
  tw: '繁體中文',
  en: 'English',
  fr: 'Français',
}

/** The language for a code from outside; an unknown code gives the default. */
export const languageFor = (code: unknown): Language =>
  LANGUAGES.find((language) => language === code) ?? DEFAULT_LANGUAGE

/** The separator between two sentences: a space, and nothing in Chinese. */
export const gapIn = (language: Language): string => (language === 'cn' || language === 'tw' ? '' : ' ')

/** Join sentences with the language's separator, leaving out the empty ones. */
export const sentencesIn = (language: Language, sentences: readonly (string | false | null | undefined)[]): string =>
  sentences.filter(Boolean).join(gapIn(language))

/** Join words into a list: `客服、审核`, elsewhere `soporte, revisión`. */
export const listIn = (language: Language, words: readonly string[]): string =>
  words.join(language === 'cn' || language === 'tw' ? '、' : ', ')

/** Browser language tags mapped to our languages. The region or script selects one of the two Chinese scripts. */
const SPOKEN: readonly (readonly [RegExp, Language])[] = [
  [/^es\b/i, 'tur'],
  [/^zh-(hant|tw|hk|mo)\b/i, 'tw'],
  [/^zh\b/i, 'cn'],
  [/^en\b/i, 'en'],
  [/^fr\b/i, 'fr'],
]

/** The language for an `accept-language` header: the first supported one that it names, otherwise the default. */
export function languageSpoken(header: string | undefined): Language {
  for (const tag of (header ?? '').slice(0, 500).split(',')) {
    const match = SPOKEN.find(([form]) => form.test(tag.trim()))
    if (match) return match[1]
  }
  return DEFAULT_LANGUAGE
}
