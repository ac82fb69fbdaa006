import { joinedCatalogue } from '@lonja/core/base/catalogue'
import type { Catalogue } from '@lonja/kit/text'

const FILES = Object.values(import.meta.glob<Catalogue>('../src/*/texts/tur.json', { eager: true, import: 'default' }))

/** The texts of the other pages in one language, from all features: one chunk, fetched with the first such page. */
export const TEXTS = joinedCatalogue(FILES)
