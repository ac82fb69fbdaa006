export const reviewLists = {
  acts: { let_go_review: 'decisions' },
  houseActs: ['queue_exported', 'saved_filter', 'removed_filter'],
} as const
