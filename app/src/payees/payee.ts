import type { ReplyOf } from '@lonja/core/base/contract'
import { HOUR, MINUTE, type Instant } from '@lonja/core/base/instant'
import { CHAIN_NAMES } from '@lonja/core/payees/chains'
import type { listPayees } from '@lonja/core/payees/payees.contract'

export type Payee = ReplyOf<typeof listPayees>['rows'][number]

/** A payee's name: `USDC · Polygon Amoy`, or the bank's name. */
export const nameOf = ({ wallet, card }: Payee): string =>
  wallet ? `${wallet.currency} · ${CHAIN_NAMES[wallet.chain]}` : (card?.bankName ?? '')

/** Hours and minutes until an instant, rounded up, so that a wait never reads as over too early. */
export function untilParts(at: Instant, now: Instant): { hours: number; minutes: number } {
  const minutes = Math.max(0, Math.ceil((at - now) / MINUTE))
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 }
}

export const hoursOf = (ms: number): number => Math.round(ms / HOUR)

/** Example addresses of test networks, and IBANs, from the standards and the chains' own pages, to practise with. */
export const EXAMPLES = {
  bitcoin: [
    'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
    'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
    'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c',
  ],
  ethereum: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'],
  polygon: ['0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359', '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'],
  tron: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL'],
  iban: ['ES91 2100 0418 4502 0005 1332', 'DE89 3704 0044 0532 0130 00', 'FR14 2004 1010 0505 0001 3M02 606'],
} as const

/** The other fields of an example of a bank card: a name and a bank that do not exist. */
export const CARD_EXAMPLE = {
  accountName: 'Ana Prueba Ejemplo',
  bankName: 'Banco de Prueba',
  bankAddress: 'Calle Mayor 1, 28013 Madrid',
} as const

/**
 * An example whose last four characters are not on the list yet; null if all of them are. Offering a listed one would
 * lead to a refusal.
 */
export const exampleFor = (of: keyof typeof EXAMPLES, listed: readonly Pick<Payee, 'ending'>[]): string | null =>
  EXAMPLES[of].find((each) => !listed.some(({ ending }) => each.replaceAll(' ', '').endsWith(ending))) ?? null
