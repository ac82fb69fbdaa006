export const discoverLists = {
  topics: ['steps'],
  places: { listing: { path: '/subPackages/home/socketDetail/socketDetail' } },
} as const
