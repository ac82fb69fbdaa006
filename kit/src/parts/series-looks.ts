/** The colours of indicator lines: names of tokens. */
export type SeriesTone = 'ma' | 'ema' | 'band'

export interface SeriesLook {
  readonly tone: SeriesTone
  /** The pattern of its dashes in pixels; empty for a solid line. */
  readonly dash: readonly number[]
}

/**
 * The look of each line by its key. Each indicator over the candles has a colour of its own, and lines that may be drawn
 * together have another pattern too, so that they differ without their colours.
 */
export const SERIES_LOOKS: Readonly<Record<string, SeriesLook>> = {
  ma1: { tone: 'ma', dash: [] },
  ma2: { tone: 'ma', dash: [9, 3] },
  ma3: { tone: 'ma', dash: [2, 3] },
  ema1: { tone: 'ema', dash: [10, 3, 2, 3] },
  ema2: { tone: 'ema', dash: [5, 3, 2, 3] },
  ema3: { tone: 'ema', dash: [2, 6] },
  up: { tone: 'band', dash: [4, 3] },
  mid: { tone: 'band', dash: [1, 3] },
  dn: { tone: 'band', dash: [4, 3] },
  dif: { tone: 'band', dash: [] },
  dea: { tone: 'ema', dash: [4, 3] },
  rsi1: { tone: 'band', dash: [] },
  k: { tone: 'band', dash: [] },
  d: { tone: 'ema', dash: [4, 3] },
  j: { tone: 'ma', dash: [2, 3] },
}

export const tokenOf = ({ tone }: SeriesLook): string => `series-${tone}`
