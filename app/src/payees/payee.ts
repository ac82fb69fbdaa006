import type { ReplyOf } from '@lonja/core/base/contract'
import { HOUR, MINUTE, type Instant } from '@lonja/core/base/instant'
import { CHAIN_NAMES } from '@lonja/core/payees/chains'
import type { listPayees } from '@lonja/core/payees/payees.contract'

export type Payee = ReplyOf<typeof listPayees>['rows'][number]

/** What a payee is called: `USDC · Polygon Amoy`, or the bank's name. */
export const nameOf = ({ wallet, card }: Payee): string =>
  wallet ? `${wallet.currency} · ${CHAIN_NAMES[wallet.chain]}` : (card?.bankName ?? '')

/** Hours and minutes until an instant, rounded up: what has not come yet is never said to be there. */
export function untilParts(at: Instant, now: Instant): { hours: number; minutes: number } {
  const minutes = Math.max(0, Math.ceil((at - now) / MINUTE))
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 }
}

export const hoursOf = (ms: number): number => Math.round(ms / HOUR)

/** Addresses of test networks, and an IBAN, that the standards give as examples: to practise with. */
export const EXAMPLES = {
  bitcoin: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
  ethereum: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  polygon: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  tron: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  iban: 'ES91 2100 0418 4502 0005 1332',
} as const
