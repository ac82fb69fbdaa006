import { joinedCatalogue } from '@lonja/core/base/catalogue'
import { unbrokenIn } from '@lonja/core/base/french'
import editor from '../src/strategies/own/texts/own.fr.json'
import own from '../src/strategies/texts/own.fr.json'

/** The texts of the pages of strategies in one language: one chunk, fetched with the first of them. */
export const TEXTS = joinedCatalogue([own, editor].map(unbrokenIn))
