import { isOff } from '@lonja/kit/first'
import {
  ClockClockwiseIcon,
  CpuIcon,
  HandCoinsIcon,
  ScalesIcon,
  StackIcon,
  TicketIcon,
} from '@lonja/kit/parts/product-icons'

/** The products that a customer enters or applies for: its name in the lists, its page, its title, its fact and its icon. */
const PRODUCTS = [
  ['ipo', '/subPackages/home/ipo/ipo', 'entryOffers', 'entryOffersFact', TicketIcon],
  ['blocks', '/subPackages/home/blockTrading/blockTrading', 'entryBlocks', 'entryBlocksFact', StackIcon],
  ['options', '/subPackages/home/options/options', 'entryOptions', 'entryOptionsFact', ScalesIcon],
  ['strategies', '/subPackages/home/dayTrading/dayTrading', 'entryIntraday', 'entryIntradayFact', ClockClockwiseIcon],
  ['strategies', '/subPackages/home/ai/ai', 'entryAi', 'entryAiFact', CpuIcon],
  ['loans', '/subPackages/home/loan/loan', 'entryLoan', 'entryLoanFact', HandCoinsIcon],
] as const

/** The products that this house offers. */
export const productsHere = () => PRODUCTS.filter(([product]) => !isOff(product))
