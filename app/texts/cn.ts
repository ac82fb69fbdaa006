import type { Catalogue } from '@lonja/kit/text'

/** The texts of the first pages in one language, from all features: one chunk. */
export const FILES = Object.values(
  import.meta.glob<Catalogue>('../src/*/texts/first.cn.json', { eager: true, import: 'default' }),
)
