import type { Catalogue } from '@lonja/kit/text'

/** The texts of the other pages in one language, from all features: one chunk, fetched with the first such page. */
export const FILES = Object.values(
  import.meta.glob<Catalogue>('../src/*/texts/fr.json', { eager: true, import: 'default' }),
)
