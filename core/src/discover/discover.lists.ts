export const discoverLists = { places: { listing: { path: '/subPackages/home/socketDetail/socketDetail' } } } as const
