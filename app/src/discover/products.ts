import { isOff } from '@lonja/kit/first'

/** The products that a customer enters or applies for: its name in the lists, its page, its title and its fact. */
const PRODUCTS = [
  ['ipo', '/subPackages/home/ipo/ipo', 'entryOffers', 'entryOffersFact'],
  ['blocks', '/subPackages/home/blockTrading/blockTrading', 'entryBlocks', 'entryBlocksFact'],
  ['options', '/subPackages/home/options/options', 'entryOptions', 'entryOptionsFact'],
  ['loans', '/subPackages/home/loan/loan', 'entryLoan', 'entryLoanFact'],
] as const

/** The products that this house offers. */
export const productsHere = () => PRODUCTS.filter(([product]) => !isOff(product))
