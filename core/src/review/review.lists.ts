export const reviewLists = { acts: { let_go_review: 'decisions' } } as const
