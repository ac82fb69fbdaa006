/** A backtest moves no money and sends no notice: its customer's screens hear that it went on. */
export const strategiesLists = { products: ['strategies'], topics: ['strategies'] } as const
