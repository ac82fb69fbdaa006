export const customersLists = {
  acts: { viewed_customer: 'views', viewed_entries: 'views', searched_customers: 'views' },
  views: ['customer'],
} as const
