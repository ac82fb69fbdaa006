import { join } from 'node:path'
import type { Language } from '@lonja/core/base/language'
import { joinedTexts } from '@lonja/server/base/texts'
import { checkout } from './checkout.ts'

/** A sentence of the app in one language: what a person looks for on the screen. */
export type Words = (feature: string, key: string, blanks?: Readonly<Record<string, string>>) => string

/** The app's own sentences, or the console's, so that one journey is walked in every language. Throws where there is no such sentence. */
export function wordsOf(language: Language, room: 'app' | 'staff' = 'app'): Words {
  const catalogue = joinedTexts(join(checkout, room, 'src'), language)
  return (feature, key, blanks = {}) => {
    const sentence = catalogue[feature]?.[key]
    if (sentence === undefined) throw new Error(`There is no sentence ${feature}.${key} in ${language}`)
    return sentence.replace(/\{(\w+)\}/g, (blank, name: string) => blanks[name] ?? blank)
  }
}
