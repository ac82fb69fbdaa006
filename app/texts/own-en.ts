import { joinedCatalogue } from '@lonja/core/base/catalogue'
import editor from '../src/strategies/own/texts/own.en.json'
import own from '../src/strategies/texts/own.en.json'

/** The texts of the pages of strategies in one language: one chunk, fetched with the first of them. */
export const TEXTS = joinedCatalogue([own, editor])
