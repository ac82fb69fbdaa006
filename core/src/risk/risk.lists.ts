export const riskLists = {
  acts: { viewed_close_out: 'views' },
} as const
