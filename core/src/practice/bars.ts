import { expOfSteps } from '../base/maths.ts'

/** A candle in the price's units (ten-thousandths), with volume in shares. */
export interface Bar {
  open: number
  high: number
  low: number
  close: number
  volume: number
}

/** Receives a minute's candle. The bar object is reused for the next one. */
export type TakeMinute = (bar: Bar, minute: number) => void

/** The tick size in ten-thousandths: a cent from 1 on, a hundredth of a cent below. */
export const tickOf = (price: number): number => (price >= 10_000 ? 100 : 1)

/** A price rounded to its tick, at least one ten-thousandth. */
export function onTick(price: number): number {
  if (price >= 9_999.5) return Math.floor(price * 0.01 + 0.5) * 100
  return price < 1.5 ? 1 : Math.floor(price + 0.5)
}

export const priceOf = (steps: number): number => onTick(expOfSteps(steps))

/** Bid and ask with their sizes in shares. */
export interface Offer {
  readonly bid: number
  readonly ask: number
  readonly bidSize: number
  readonly askSize: number
}
