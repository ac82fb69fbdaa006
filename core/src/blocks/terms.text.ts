import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { ListingId, Shares } from '../base/amount.ts'
import type { Instant } from '../base/instant.ts'

/** The terms of a block offer. They are public, equal for all, and frozen by their hash; a change is another offer. */
export interface BlockTerms {
  readonly offer: string
  readonly listing: ListingId
  /** The discount on the market price, the same for every customer. */
  readonly discountBps: number
  /** The shares of the whole offer. */
  readonly shares: Shares
  /** The fewest shares of one application, and the most that one customer may have of the offer. */
  readonly least: Shares
  readonly most: Shares
  /** The days in which nobody can sell the shares, counted from the quote event that made the price. */
  readonly lockDays: number
  /** The last instant at which applications are taken. */
  readonly endsAt: Instant
}

/** The version of the price rule, which the terms name. */
export const BLOCK_PRICE_RULE = 1

/** The terms as the text that is hashed and published: a line for each field. The database compares it with its columns. */
export const blockTermsText = (terms: BlockTerms): string =>
  [
    'lonja block 1',
    `offer ${terms.offer}`,
    `listing ${terms.listing}`,
    `discount ${terms.discountBps}`,
    `shares ${terms.shares}`,
    `least ${terms.least}`,
    `most ${terms.most}`,
    `lock ${terms.lockDays}`,
    `ends ${terms.endsAt}`,
    `price ${BLOCK_PRICE_RULE}`,
    '',
  ].join('\n')

/** The hash that freezes terms, in hex. */
export const blockTermsHash = (terms: BlockTerms): string => bytesToHex(sha256(utf8ToBytes(blockTermsText(terms))))
