export const ledgerLists = {
  entries: {
    hold: { look: 'held', groups: 'holding' },
    release: { look: 'freed', groups: 'holding' },
    interest: { look: 'coins' },
    dividend: { look: 'coins' },
  },
} as const
