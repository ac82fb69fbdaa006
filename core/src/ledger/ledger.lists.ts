export const ledgerLists = {
  entries: {
    hold: { look: 'held', groups: 'holding' },
    release: { look: 'freed', groups: 'holding' },
    interest: { look: 'coins', groups: [] },
    debt: { look: 'coins', groups: [] },
    debt_paid: { look: 'out', groups: [] },
  },
  accounts: ['debts'],
} as const
