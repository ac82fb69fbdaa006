import { joinedCatalogue } from '@lonja/core/base/catalogue'

/** The console's text catalogues, one per language, each fetched on first use. */
export const LANGUAGE_TEXTS = {
  tur: async () => ({ default: joinedCatalogue((await import('../texts/tur.ts')).FILES) }),
  cn: async () => ({ default: joinedCatalogue((await import('../texts/cn.ts')).FILES) }),
  tw: async () => ({ default: joinedCatalogue((await import('../texts/tw.ts')).FILES) }),
  en: async () => ({ default: joinedCatalogue((await import('../texts/en.ts')).FILES) }),
  fr: async () => ({ default: joinedCatalogue((await import('../texts/fr.ts')).FILES) }),
}
