import { never } from './columns.never.ts'
import type { SteeringColumn } from './columns.ts'

/** The columns of binary options. No column holds a strike, a payout or a result before it follows from quote events. */
export const OPTION_COLUMNS: readonly SteeringColumn[] = [
  ...never('options', 'server/src/options/options.store.ts', {
    side: 'the guess of the customer, written once when the option is entered',
  }),
  ...['paid', 'evidence'].map((column): SteeringColumn => ({
    table: 'options',
    column,
    writer: 'server/src/options/options.store.ts',
    changes: 'as the reason says',
    because:
      'what an option paid, with the quote events that it followed from; written once, and verify works both out anew',
  })),
]
