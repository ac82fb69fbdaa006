/** The bars of the lane by kind and number of clients: floor (must be reached) and aim (may be missed), as ratios to TPC-B of the same run. */
export interface Bar {
  /** Commands a second, at least. */
  readonly rate: number
  /** The database's processor time a command, at most. */
  readonly costs?: number
}

export const FLOORS: Readonly<Record<string, Bar>> = {
  'place 1': { rate: 0.6 },
  'place 8': { rate: 0.9 },
  'place 32': { rate: 2.2, costs: 0.3 },
  'place 256': { rate: 4.4, costs: 0.18 },
  'fill 32': { rate: 1.4, costs: 0.45 },
  'fill 256': { rate: 2.3, costs: 0.3 },
  'cancel 32': { rate: 2.3, costs: 0.28 },
  'cancel 256': { rate: 3.6, costs: 0.19 },
  'mix 32': { rate: 1.7, costs: 0.4 },
  'mix 256': { rate: 3.4, costs: 0.22 },
}

export const AIMS: Readonly<Record<string, Bar>> = {
  'place 1': { rate: 1.0 },
  'place 8': { rate: 1.4 },
  'place 32': { rate: 2.8, costs: 0.22 },
  'place 256': { rate: 5.5, costs: 0.13 },
  'fill 32': { rate: 1.8, costs: 0.33 },
  'fill 256': { rate: 3.0, costs: 0.22 },
  'cancel 32': { rate: 3.0, costs: 0.2 },
  'cancel 256': { rate: 4.5, costs: 0.15 },
  'mix 32': { rate: 2.1, costs: 0.28 },
  'mix 256': { rate: 4.3, costs: 0.16 },
}

/** Node's processor time a fill, in microseconds: at most. */
export const NODE_FILL: Readonly<Record<string, { readonly floor: number; readonly aim: number }>> = {
  'fill 32': { floor: 60, aim: 45 },
  'fill 256': { floor: 45, aim: 30 },
}

/** False where there is no bar, or no figure. */
export const isMissed = (side: 'least' | 'most', value: number, bar: number | undefined): boolean =>
  bar !== undefined && (side === 'least' ? value < bar : value > bar)
