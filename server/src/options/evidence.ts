import type { OptionEvent } from '@lonja/core/options/options.rules'

/** A quote event as it is stored: its instant, bid and ask. All are below 2^53. */
export type StoredEvent = readonly [at: number, bid: number, ask: number]

/** The events that an end followed from, as they are stored. */
export interface Evidence {
  readonly strike: StoredEvent | null
  /** The last ten events, or the one of a sale. */
  readonly events: readonly StoredEvent[]
  /** Only of a sale: twice the mids of the minutes, newest first, and the value by the model. */
  readonly model?: {
    /** The source's clock at the sale. */
    readonly at: number
    readonly twiceMids: readonly number[]
    readonly variance: number
    readonly chance: number
    readonly value: number
  }
}

export const stored = ({ at, bid, ask }: OptionEvent): StoredEvent => [at, Number(bid), Number(ask)]

export const eventIn = ([at, bid, ask]: StoredEvent): OptionEvent => ({ at, bid: BigInt(bid), ask: BigInt(ask) })
