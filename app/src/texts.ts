import { joinedCatalogue } from '@lonja/core/base/catalogue'

/** The texts of the first pages, one catalogue per language, each fetched on first use. */
export const FIRST_TEXTS = {
  tur: async () => ({ default: joinedCatalogue((await import('../texts/tur.ts')).FILES) }),
  cn: async () => ({ default: joinedCatalogue((await import('../texts/cn.ts')).FILES) }),
  tw: async () => ({ default: joinedCatalogue((await import('../texts/tw.ts')).FILES) }),
  en: async () => ({ default: joinedCatalogue((await import('../texts/en.ts')).FILES) }),
  fr: async () => ({ default: joinedCatalogue((await import('../texts/fr.ts')).FILES) }),
}

/** The texts of the other pages, fetched with the first of them. */
export const LATER_TEXTS = {
  tur: async () => ({ default: joinedCatalogue((await import('../texts/later-tur.ts')).FILES) }),
  cn: async () => ({ default: joinedCatalogue((await import('../texts/later-cn.ts')).FILES) }),
  tw: async () => ({ default: joinedCatalogue((await import('../texts/later-tw.ts')).FILES) }),
  en: async () => ({ default: joinedCatalogue((await import('../texts/later-en.ts')).FILES) }),
  fr: async () => ({ default: joinedCatalogue((await import('../texts/later-fr.ts')).FILES) }),
}
