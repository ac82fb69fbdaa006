import type { Loaders } from '@lonja/kit/text'

/** The texts of the first pages, one catalogue per language, each fetched on first use. */
export const FIRST_TEXTS = {
  tur: () => import('../texts/tur.ts'),
  cn: () => import('../texts/cn.ts'),
  tw: () => import('../texts/tw.ts'),
  en: () => import('../texts/en.ts'),
  fr: () => import('../texts/fr.ts'),
}

/** The texts of the other pages, fetched with the first of them. */
export const LATER_TEXTS = {
  tur: () => import('../texts/later-tur.ts'),
  cn: () => import('../texts/later-cn.ts'),
  tw: () => import('../texts/later-tw.ts'),
  en: () => import('../texts/later-en.ts'),
  fr: () => import('../texts/later-fr.ts'),
}

/** The texts of features whose pages alone say them, fetched with the first of these. */
export const OWN_TEXTS: Readonly<Record<string, Loaders>> = {
  strategies: {
    tur: () => import('../texts/own-tur.ts'),
    cn: () => import('../texts/own-cn.ts'),
    tw: () => import('../texts/own-tw.ts'),
    en: () => import('../texts/own-en.ts'),
    fr: () => import('../texts/own-fr.ts'),
  },
}
