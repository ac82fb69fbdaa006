import { tickerOf, venueOf, type ListingId, type Venue } from '@lonja/core/base/amount'
import { SOURCES } from '@lonja/core/market/source.names'
import { SECTORS, type Sector } from '@lonja/core/market/instruments'
import { useText, type TextKey } from '@lonja/kit/text'

const SHORT = { XNYS: 'shortXNYS', XNAS: 'shortXNAS', XASE: 'shortXASE', XMAD: 'shortXMAD' } as const

const SECTOR_NAMES = {
  technology: 'sectorTechnology',
  health: 'sectorHealth',
  finance: 'sectorFinance',
  industry: 'sectorIndustry',
  consumer: 'sectorConsumer',
  staples: 'sectorStaples',
  energy: 'sectorEnergy',
  materials: 'sectorMaterials',
  utilities: 'sectorUtilities',
  property: 'sectorProperty',
  communication: 'sectorCommunication',
  none: 'sectorNone',
} as const satisfies Record<Sector, TextKey<'market'>>

const SOURCE_NAMES = { practice: 'sourcePractice', replay: 'sourceReplay', alpaca: 'sourceFeed' } as const

/** The names of market codes in the shown language. */
export function useMarketNames() {
  const t = useText('market')
  return {
    /** `Bolsa de Madrid`. */
    venue: (venue: Venue): string => t(venue),
    /** `Madrid`. */
    shortVenue: (venue: Venue): string => t(SHORT[venue]),
    /** Code and venue, for a caption: `KLD · Nasdaq`. */
    caption: (listing: ListingId): string => `${tickerOf(listing)} · ${t(SHORT[venueOf(listing)])}`,
    sector: (sector: string): string => t(SECTOR_NAMES[SECTORS.find((each) => each === sector) ?? 'none']),
    /** The source of prices: `Práctica, simulada`. */
    source: (source: string): string => t(SOURCE_NAMES[SOURCES.find((each) => each === source) ?? 'practice']),
  }
}
