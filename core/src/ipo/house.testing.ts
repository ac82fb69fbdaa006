import { priceE4, wholeShares } from '../base/amount.ts'
import { HOUR } from '../base/instant.ts'
import { TERMS } from './draw.testing.ts'
import type { HouseFacts, OfferDraft } from './house.rules.ts'
import { wholeLots } from './terms.text.ts'

/** A draft of an offer of Madrid as a seat writes it, in order a minute before it opens. */
export const DRAFT: OfferDraft = {
  company: 'Salinas del Faro',
  sector: 'staples',
  market: 'madrid',
  price: priceE4(85_000n),
  lot: wholeShares(40n),
  lots: wholeLots(30n),
  most: wholeLots(10n),
  opens: TERMS.opens,
  closes: TERMS.closes,
  draws: TERMS.closes + 36 * HOUR,
  lists: TERMS.closes + 72 * HOUR,
  crowd: true,
}

export const HOUSE_FACTS: HouseFacts = {
  offer: TERMS.offer,
  listing: 'XMAD:SLF',
  hours: 'exchange',
  chain: null,
  seeds: TERMS.seeds,
  prospectus: TERMS.prospectus,
}
