import { useMemo } from 'react'
import { LOCALES, languageFor, type Language } from '@lonja/core/base/language'
import { formatCount } from '@lonja/core/base/formats'
import { storeOf, useStore } from './store.ts'
import { readStored, storeText } from './stored.ts'

/*
 * The words of the screens: one catalogue a language, fetched when it is first needed. A catalogue is
 * { feature: { key: sentence } }; a blank in a sentence is {name}; a counted sentence has one key for each form of the
 * language, `left_one` and `left_other`, and is asked for as t('left', { count }).
 */

export type Catalogue = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The room that has the catalogues says here which they are, so that a key that does not exist does not compile. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface Register {}
type Texts = Register extends { texts: infer Own } ? Own : Catalogue

export type TextFeature = keyof Texts & string
type Forms = '_zero' | '_one' | '_two' | '_few' | '_many' | '_other'
type Plain<Key> = Key extends `${infer Stem}${Forms}` ? Stem : Key
export type TextKey<Feature extends TextFeature> = Plain<keyof Texts[Feature] & string>

/** What fills the blanks. A number is written in the language's style; `count` also picks the form. */
export type Blanks = Readonly<Record<string, string | number | bigint>>
export type Say<Feature extends TextFeature> = (key: TextKey<Feature>, blanks?: Blanks) => string

interface Words {
  readonly language: Language
  readonly catalogue: Catalogue
}

type Loaders = Readonly<Record<Language, () => Promise<{ default: Catalogue }>>>

const words = storeOf<Words>({ language: languageFor(readStored('lang')), catalogue: {} })
let loaders: Loaders | null = null

/** Fetch the stored language's words, before the first screen is drawn. Rejects where they cannot be fetched. */
export async function openTexts(all: Loaders): Promise<void> {
  loaders = all
  await speak(words.get().language)
}

/** Change to a language on this device, remembered as `lang`. Rejects, and changes nothing, where its words cannot be fetched. */
export async function changeLanguage(language: Language): Promise<void> {
  await speak(language)
  storeText('lang', language)
}

async function speak(language: Language): Promise<void> {
  const catalogue = loaders ? (await loaders[language]()).default : {}
  words.set({ language, catalogue })
  if (typeof document !== 'undefined') document.documentElement.lang = htmlLangFor(language)
}

/** The `lang` attribute: what a screen reader pronounces by. */
export const htmlLangFor = (language: Language): string => LOCALES[language]

/** The language as it calls itself. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  tur: 'Español',
  cn: '简体中文',
  tw: '繁體中文',
  en: 'English',
  fr: 'Français',
}
export const useLanguage = (): Language => useStore(words).language
export const language = (): Language => words.get().language

/** Whether a person has chosen a language on this device. */
export const hasChosenLanguage = (): boolean => readStored('lang') !== null

/** The words of one feature: `const t = useText('orders')`, then `t('buy')`. Keys are literal, so that a test can find them all. */
export function useText<Feature extends TextFeature>(feature: Feature): Say<Feature> {
  const now = useStore(words)
  return useMemo(() => sayIn(now, feature), [now, feature])
}

/** The same outside a screen, in the language of this moment. */
export const textFor = <Feature extends TextFeature>(feature: Feature): Say<Feature> => sayIn(words.get(), feature)

const sayIn =
  ({ language, catalogue }: Words, feature: string) =>
  (key: string, blanks: Blanks = {}): string => {
    const sentences = catalogue[feature] ?? {}
    return fill(sentenceFor(sentences, key, blanks['count'], language) ?? `${feature}.${key}`, blanks, language)
  }

function sentenceFor(
  sentences: Readonly<Record<string, string>>,
  key: string,
  count: Blanks[string] | undefined,
  language: Language,
): string | undefined {
  if (typeof count !== 'number' && typeof count !== 'bigint') return sentences[key]
  const form = new Intl.PluralRules(LOCALES[language]).select(Number(count))
  return sentences[`${key}_${form}`] ?? sentences[`${key}_other`] ?? sentences[key]
}

/** Put the blanks into a sentence. A blank that nothing fills stays, so that it is seen. */
export function fill(sentence: string, blanks: Blanks, language: Language): string {
  return sentence.replace(/\{(\w+)\}/g, (blank, name: string) => {
    const value = blanks[name]
    if (value === undefined) return blank
    return typeof value === 'string' ? value : formatCount(value, language)
  })
}
