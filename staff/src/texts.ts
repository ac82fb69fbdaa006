/** The console's text catalogues, one per language, each fetched on first use. */
export const LANGUAGE_TEXTS = {
  tur: () => import('../texts/tur.ts'),
  cn: () => import('../texts/cn.ts'),
  tw: () => import('../texts/tw.ts'),
  en: () => import('../texts/en.ts'),
  fr: () => import('../texts/fr.ts'),
}
