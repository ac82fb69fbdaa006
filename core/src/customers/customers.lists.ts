export const customersLists = {
  acts: { viewed_customer: 'views', viewed_entries: 'views' },
  views: ['customer'],
} as const
