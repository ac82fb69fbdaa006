import { newId } from '../base/ids.ts'

/** Repeatable chance: the same seed gives the same calls. */
export interface Dice {
  /** A number from 0 to below 1. */
  roll(): number
  below(most: number): number
  pick<T>(from: readonly T[]): T
  /** True with this chance in percent. */
  once(inHundred: number): boolean
}

export function dice(seed: number): Dice {
  let state = seed >>> 0
  const roll = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (most: number): number => Math.floor(roll() * most)
  return {
    roll,
    below,
    pick: (from) => from[below(from.length)] as never,
    once: (inHundred) => roll() * 100 < inHundred,
  }
}

export type Fields = Record<string, unknown>

export const idFrom = (ids: readonly string[], chance: Dice): string => (ids.length > 0 ? chance.pick(ids) : newId())
export const maybe = (chance: Dice, fields: () => Fields): Fields => (chance.once(40) ? fields() : {})
export const paged = (chance: Dice): Fields => maybe(chance, () => ({ limit: String(1 + chance.below(100)) }))
