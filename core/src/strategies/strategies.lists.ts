/** A backtest moves no money and sends no notice: its customer's screens hear that it went on. */
export const strategiesLists = { topics: ['strategies'] } as const
