import { FILE_TRIES } from '@lonja/core/portfolio/statements.rules'
import type { FileContext } from '../door/serve.files.ts'

/** Counts a file of a customer; refused beyond the limit of files. */
export const countFile = ({ house, customer, now }: Pick<FileContext, 'house' | 'customer' | 'now'>) =>
  house.tries.count({ entrance: 'customer', subjects: [{ throttle: FILE_TRIES, who: customer }], now })
