/** Files on a floor below a product that name it as data, with the reason. One that no longer does fails the test. */
export const NAMED_BELOW: readonly { readonly paths: readonly string[]; readonly because: string }[] = [
  {
    paths: ['core/src/accounts/accounts.contract.ts', 'server/src/accounts/accounts.routes.ts'],
    because: 'the level of an account is said at sign-in: the identity check sets it',
  },
  {
    paths: ['server/src/accounts/accounts.store.ts'],
    because: 'the level, and until when withdrawals wait after a reset, are columns of the customer',
  },
  {
    paths: ['server/src/accounts/operator.actions.ts'],
    because: 'the command line shows the level, and until when withdrawals wait',
  },
  {
    paths: ['core/src/kyc/kyc.contract.ts', 'core/src/kyc/kyc.rules.ts'],
    because: 'the limits of a level are limits of deposits and of withdrawals',
  },
  {
    paths: ['core/src/payees/payees.contract.ts', 'server/src/payees/payees.actions.ts'],
    because: 'a payee counts the withdrawals that were sent to it',
  },
  {
    paths: ['core/src/universe/activities.more.ts'],
    because: 'a company of the practice market takes deposits',
  },
  {
    paths: ['server/src/config/config.ts'],
    because: 'the settings of the whole house are read in one file',
  },
  {
    paths: ['server/src/config/switches.ts'],
    because: 'a setting switches each product off, and the settings of the whole house are read in this folder',
  },
  {
    paths: ['server/src/database/everything.ts'],
    because: 'a view has no primary key in the catalogue, so the columns that order its rows stand here',
  },
  {
    paths: ['server/src/lending/lending.store.ts'],
    because: 'the debt of a loan is below the orders, because it reduces the equity of an account',
  },
  {
    paths: ['core/src/base/ids.ts'],
    because: 'the ids of runs are a type of their own beside the other ids',
  },
  {
    paths: ['server/src/orders/open.store.ts'],
    because: 'the blocks of a table on the disk: another word',
  },
  {
    paths: ['server/src/news/news.store.ts'],
    because: 'an article is withdrawn: another word',
  },
  {
    paths: [
      'core/src/reversals/reversals.contract.ts',
      'core/src/reversals/reversals.rules.ts',
      'server/src/reversals/reversals.verify.ts',
    ],
    because: 'a credit that is reversed is a deposit or a grant: its entry names it, and it goes back to that account',
  },
  {
    paths: ['core/src/reversals/reversals.staff.contract.ts', 'server/src/reversals/staff.routes.ts'],
    because: 'a debt stops withdrawals: staff read how many are under way, and their screens are told',
  },
  {
    paths: [
      'core/src/orders/asking.rules.ts',
      'core/src/orders/lots.rules.ts',
      'core/src/orders/orders.contract.ts',
      'core/src/orders/replacing.contract.ts',
      'core/src/orders/replacing.rules.ts',
      'server/src/orders/conditions.store.ts',
      'server/src/orders/ending.lane.ts',
      'server/src/orders/lots.store.ts',
      'server/src/orders/orders.lane.ts',
      'server/src/orders/purses.lane.ts',
      'server/src/orders/runs.store.ts',
    ],
    because: 'an order of a run is paid from the purse of the run, and the run alone ends it',
  },
  {
    paths: ['server/src/orders/orders.verify.ts', 'server/src/orders/results.store.ts'],
    because: 'a lot that no fill opened is compared with the block or the allotment that opened it',
  },
]
