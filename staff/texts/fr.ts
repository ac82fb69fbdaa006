import { unbrokenIn } from '@lonja/core/base/french'
import type { Catalogue } from '@lonja/kit/text'

/** The files of all features in one language: one chunk, fetched on first use. */
export const FILES = Object.values(
  import.meta.glob<Catalogue>('../src/*/texts/fr.json', { eager: true, import: 'default' }),
).map(unbrokenIn)
