import { join } from 'node:path'
import type { Language } from '@lonja/core/base/language'
import { joinedTexts } from '@lonja/server/base/texts'
import { checkout } from './checkout.ts'

/** A sentence of the app in one language, as a person looks for it on the screen. */
export type Words = (feature: string, key: string, blanks?: Readonly<Record<string, string>>) => string

/**
 * The app's or the console's own sentences, so that a journey can run in every language. Throws for an unknown
 * sentence.
 */
export function wordsOf(language: Language, room: 'app' | 'staff' = 'app'): Words {
  const catalogue = joinedTexts(join(checkout, room, 'src'), language)
  return (feature, key, blanks = {}) => {
    const sentence = catalogue[feature]?.[key]
    if (sentence === undefined) throw new Error(`There is no sentence ${feature}.${key} in ${language}`)
    return sentence.replace(/\{(\w+)\}/g, (blank, name: string) => blanks[name] ?? blank)
  }
}
