import * as z from 'zod/mini'
import { Rate } from '../base/wire.ts'
import { COINS } from './chains.ts'

const COIN_PLACES = 8

/** An amount of coins with up to eight places, `"0.05"`: inside, hundred-millionths. */
export const Coins = z.codec(z.string().check(z.regex(/^-?(0|[1-9][0-9]{0,9})(\.[0-9]{1,8})?$/)), z.bigint(), {
  decode: (text) => {
    const [whole = '0', places = ''] = text.replace('-', '').split('.')
    const units = BigInt(whole + places.padEnd(COIN_PLACES, '0'))
    return text.startsWith('-') ? -units : units
  },
  encode: (units) => {
    const digits = (units < 0n ? -units : units).toString().padStart(COIN_PLACES + 1, '0')
    const places = digits.slice(-COIN_PLACES).replace(/0+$/, '').padEnd(2, '0')
    return `${units < 0n ? '-' : ''}${digits.slice(0, -COIN_PLACES)}.${places}`
  },
})

/** What an amount of cash becomes in coins, with the rates by which it was counted. */
export const CountedCoins = z.object({
  currency: z.enum(COINS),
  amount: Coins,
  /** What one coin counted as, in USD, and of which published table. */
  usd: Rate,
  ratesVersion: z.int(),
  /** USD for one EUR, where the cash was EUR. */
  eurUsd: z.nullable(Rate),
})
