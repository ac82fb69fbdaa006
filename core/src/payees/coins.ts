import * as z from 'zod/mini'
import { Rate } from '../base/wire.ts'
import { COINS } from './chains.ts'

const COIN_PLACES = 8

/** An amount of coins with up to eight places, `"0.05"`; decoded in hundred-millionths. */
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

/** An amount of cash converted to coins, with the rates used. */
export const CountedCoins = z.object({
  currency: z.enum(COINS),
  amount: Coins,
  /** USD per coin, and the version of the published table. */
  usd: Rate,
  ratesVersion: z.int(),
  /** USD for one EUR, if the cash was EUR. */
  eurUsd: z.nullable(Rate),
})
