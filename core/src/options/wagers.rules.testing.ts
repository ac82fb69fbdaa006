import type { OptionSide } from './options.contract.ts'
import type { Rule, SessionPath } from './wagers.testing.ts'

/** The seconds that a rule looks back, and the least size of a move in usual changes of so long. */
const BACK = [10, 60, 300, 900] as const
const SIZES = [0, 1, 2] as const
const LIVES = [60, 300, 900] as const
const DIRECTIONS = ['on', 'back'] as const

const opposite = (side: OptionSide): OptionSide => (side === 'up' ? 'down' : 'up')

/** The side of the move since some event; null without a move, or below a size. */
function moveSide({ mids, variances }: SessionPath, at: number, from: number, size: number): OptionSide | null {
  const move = mids[at]! - mids[from]!
  const usual = mids[at]! * Math.sqrt((variances[at]! * (at - from)) / 60)
  if (move === 0 || Math.abs(move) < size * usual) return null
  return move > 0 ? 'up' : 'down'
}

/** The side of a move, or the other one. */
const towards = (direction: (typeof DIRECTIONS)[number], side: OptionSide | null): OptionSide | null =>
  side === null || direction === 'on' ? side : opposite(side)

/** The price goes on, or it turns back: by look-back and by size. */
const MOVES: readonly Rule[] = DIRECTIONS.flatMap((direction) =>
  LIVES.flatMap((seconds) =>
    BACK.flatMap((back) =>
      SIZES.map((size) => ({
        name: `${direction} after ${back} s of ${size} usual moves, for ${seconds} s`,
        seconds,
        every: 20,
        side: (path, at) => towards(direction, moveSide(path, at, at - back, size)),
      })),
    ),
  ),
)

/** Each way of selling, by the price in parts of the stake and the seconds since the entry. */
const SALES: readonly (readonly [name: string, sells: NonNullable<Rule['sells']>])[] = [
  ['once it pays 20 % more', (price) => price >= 1.2],
  ['once it pays half more', (price) => price >= 1.5],
  ['once it pays half', (price) => price <= 0.5],
  ['once it pays less than 80 % or more than 120 %', (price) => price <= 0.8 || price >= 1.2],
  ['after a minute', (_price, seconds) => seconds >= 60],
]
const SOLD: readonly Rule[] = DIRECTIONS.flatMap((direction) =>
  ([300, 900] as const).flatMap((seconds) =>
    SALES.map(([name, sells]) => ({
      name: `${direction} after 60 s, for ${seconds} s, sold ${name}`,
      seconds,
      every: 60,
      side: (path, at) => towards(direction, moveSide(path, at, at - 60, 0)),
      sells,
    })),
  ),
)

/** Until the end of the session: always one side, or by the drift of the day so far. */
const DAY: readonly Rule[] = [
  { name: 'up until the end', seconds: null, every: 20, side: () => 'up' },
  { name: 'down until the end', seconds: null, every: 20, side: () => 'down' },
  ...DIRECTIONS.map((direction): Rule => ({
    name: `${direction} with the day so far, until the end`,
    seconds: null,
    every: 20,
    side: (path, at) => towards(direction, moveSide(path, at, 0, 0)),
  })),
]

/** The rules of which none may win. */
export const RULES: readonly Rule[] = [...MOVES, ...SOLD, ...DAY]
