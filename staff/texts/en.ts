import { joinedCatalogue } from '@lonja/core/base/catalogue'
import type { Catalogue } from '@lonja/kit/text'

const FILES = Object.values(import.meta.glob<Catalogue>('../src/*/texts/en.json', { eager: true, import: 'default' }))

/** The texts of all features in one language: one chunk, fetched on first use. */
export const TEXTS = joinedCatalogue(FILES)
