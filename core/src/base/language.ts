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
