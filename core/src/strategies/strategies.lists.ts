/** A backtest moves no money. A run holds its amount, and the shares that it buys, until it stops. */
export const strategiesLists = {
  products: ['strategies'],
  topics: ['strategies'],
  pagelessCauses: ['run'],
  holds: ['run'],
} as const
