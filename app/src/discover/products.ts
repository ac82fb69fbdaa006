/** The products that a customer enters or applies for: the page, its name and its fact. */
export const PRODUCTS = [
  ['/subPackages/home/ipo/ipo', 'entryOffers', 'entryOffersFact'],
  ['/subPackages/home/blockTrading/blockTrading', 'entryBlocks', 'entryBlocksFact'],
  ['/subPackages/home/options/options', 'entryOptions', 'entryOptionsFact'],
  ['/subPackages/home/loan/loan', 'entryLoan', 'entryLoanFact'],
] as const
