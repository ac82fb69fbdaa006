import { joinedCatalogue } from '@lonja/core/base/catalogue'

/** The console's text catalogues, one per language, each fetched on first use. */
export const LANGUAGE_TEXTS = {
  tur: async () => ({ default: joinedCatalogue((await import('../texts/tur.ts')).default) }),
  cn: async () => ({ default: joinedCatalogue((await import('../texts/cn.ts')).default) }),
  tw: async () => ({ default: joinedCatalogue((await import('../texts/tw.ts')).default) }),
  en: async () => ({ default: joinedCatalogue((await import('../texts/en.ts')).default) }),
  fr: async () => ({ default: joinedCatalogue((await import('../texts/fr.ts')).default) }),
}
