import { useMemo } from 'react'
import { joinedCatalogue } from '@lonja/core/base/catalogue'
import { LOCALES, languageFor, type Language } from '@lonja/core/base/language'
import { formatCount } from '@lonja/core/base/formats'
import { storeOf, useStore } from './store.ts'
import { readStored, storeText } from './stored.ts'

/*
 * The texts of the screens: one catalogue per language, fetched on first use. A room may divide it: its first part has
 * all that the first pages say, its later part is fetched with any other page, and the own part of some features with
 * their pages alone. A catalogue is { feature: {
 * key: sentence } }; a blank in a sentence is {name}; a counted sentence has one key for each plural form of the
 * language, `left_one` and `left_other`, and is used as t('left', { count }).
 */

export type Catalogue = Readonly<Record<string, Readonly<Record<string, string>>>>

/**
 * Each file of texts declares itself here under its feature's name (`texts/keys.d.ts` beside it), so that a missing key
 * does not compile. A file may bring keys to any section.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface Register {}
type Files = Register[keyof Register]
type SectionsOf<File> = File extends unknown ? keyof File & string : never
type KeysOf<File, Section> = File extends Readonly<Record<Section & string, infer Own>> ? keyof Own & string : never

export type TextFeature = [Files] extends [never] ? string : SectionsOf<Files>
type Forms = '_zero' | '_one' | '_two' | '_few' | '_many' | '_other'
type Plain<Key> = Key extends `${infer Stem}${Forms}` ? Stem : Key
export type TextKey<Feature extends TextFeature> = [Files] extends [never] ? string : Plain<KeysOf<Files, Feature>>

/** Values for the blanks. A number is formatted in the language's style; `count` also selects the plural form. */
export type Blanks = Readonly<Record<string, string | number | bigint>>
export type Say<Feature extends TextFeature> = (key: TextKey<Feature>, blanks?: Blanks) => string

interface Words {
  readonly language: Language
  readonly catalogue: Catalogue
}

export type Loaders = Readonly<Record<Language, () => Promise<{ readonly TEXTS: Catalogue }>>>

const words = storeOf<Words>({ language: languageFor(readStored('lang')), catalogue: {} })
let loaders: Loaders | null = null
let laterLoaders: Loaders | null = null
let opening: Promise<void> | null = null
/** The fetches of the parts that a page needed. */
const parts = new Map<Loaders, Promise<void>>()

/**
 * Fetch the stored language's texts before the first screen is drawn: all of them, or only the first part if there are
 * loaders of a later one. Rejects if that fails.
 */
export function openTexts(first: Loaders, rest: Loaders | null = null): Promise<void> {
  loaders = first
  laterLoaders = rest
  parts.clear()
  opening = speak(words.get().language)
  return opening
}

/** Fetch the later part too, once. Rejects if that fails; the next call tries again. */
export const fetchLaterTexts = (): Promise<void> => (laterLoaders ? fetchTexts(laterLoaders) : Promise.resolve())

/** Fetch a part, once. Rejects if that fails; the next call tries again. */
export function fetchTexts(part: Loaders): Promise<void> {
  const known = parts.get(part)
  if (known) return known
  const fetching = addPart(part).catch((error: unknown) => {
    parts.delete(part)
    throw error
  })
  parts.set(part, fetching)
  return fetching
}

async function addPart(part: Loaders): Promise<void> {
  const now = words.get().language
  const [{ TEXTS }] = await Promise.all([part[now](), opening])
  const { language, catalogue } = words.get()
  // A language chosen meanwhile has come with all of its parts.
  if (language === now) words.set({ language, catalogue: joinedCatalogue([catalogue, TEXTS]) })
}

/** The first texts are here, or cannot be had. Until then a sentence would be its key. */
export const textsHere = (): Promise<void> | undefined => opening?.catch(() => undefined)

/** Change the language on this device, stored as `lang`. Rejects without a change if its texts cannot be fetched. */
export async function changeLanguage(language: Language): Promise<void> {
  await speak(language)
  storeText('lang', language)
}

async function speak(language: Language): Promise<void> {
  const files = await Promise.all([...(loaders ? [loaders] : []), ...parts.keys()].map((part) => part[language]()))
  words.set({ language, catalogue: joinedCatalogue(files.map(({ TEXTS }) => TEXTS)) })
  if (typeof document !== 'undefined') document.documentElement.lang = htmlLangFor(language)
}

/** The `lang` attribute, by which screen readers choose the pronunciation. */
export const htmlLangFor = (language: Language): string => LOCALES[language]

export const useLanguage = (): Language => useStore(words).language
export const language = (): Language => words.get().language

/** True if a person has chosen a language on this device. */
export const hasChosenLanguage = (): boolean => readStored('lang') !== null

/**
 * The texts of one feature: `const t = useText('orders')`, then `t('buy')`. Keys are literal, so that a test can find
 * them all.
 */
export function useText<Feature extends TextFeature>(feature: Feature): Say<Feature> {
  const now = useStore(words)
  return useMemo(() => sayIn(now, feature), [now, feature])
}

/** The same outside a component, in the current language. */
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

/** Fill a sentence's blanks. A blank without a value stays, so that it is noticed. */
export function fill(sentence: string, blanks: Blanks, language: Language): string {
  return sentence.replace(/\{(\w+)\}/g, (blank, name: string) => {
    const value = blanks[name]
    if (value === undefined) return blank
    return typeof value === 'string' ? value : formatCount(value, language)
  })
}
