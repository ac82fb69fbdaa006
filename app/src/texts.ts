import type tur from '../texts/tur.json'

/** The app's text catalogues, one per language, each fetched on first use. */
export const LANGUAGE_TEXTS = {
  tur: () => import('../texts/tur.json'),
  cn: () => import('../texts/cn.json'),
  tw: () => import('../texts/tw.json'),
  en: () => import('../texts/en.json'),
  fr: () => import('../texts/fr.json'),
}

declare module '@lonja/kit/text' {
  interface Register {
    texts: typeof tur
  }
}
