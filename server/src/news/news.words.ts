import type { ListingId } from '@lonja/core/base/amount'
import { LANGUAGES, LOCALES, type Language } from '@lonja/core/base/language'
import { searchedOf } from '@lonja/core/news/news.rules'
import { wordsFor, type Narrator } from '@lonja/core/news/stories.words'
import type { Story } from '@lonja/core/news/stories.rules'
import { CATALOGUES, sentence } from '../base/texts.ts'
import type { NewText } from './news.store.ts'

type NameOf = (listing: ListingId, language: Language) => string

const forms = new Map(LANGUAGES.map((language) => [language, new Intl.PluralRules(LOCALES[language])]))

/** The texts of stories in a language: the sentences of the catalogue, in the plural form of a count. */
export const narratorFor = (language: Language, nameOf: NameOf): Narrator => ({
  language,
  nameOf: (listing) => nameOf(listing, language),
  say: (key, blanks = {}, count) => {
    const formed = count === undefined ? key : `${key}_${forms.get(language)?.select(count) ?? 'other'}`
    return sentence(language, 'news', formed in CATALOGUES[language].news ? formed : `${key}_other`, blanks)
  },
})

/** The texts of a story in all five languages, as stored. */
export const textsOf = (story: Story, nameOf: NameOf): NewText[] =>
  LANGUAGES.map((language) => {
    const words = wordsFor(story, narratorFor(language, nameOf))
    return { language, version: 0, ...words, folded: searchedOf(words) }
  })
