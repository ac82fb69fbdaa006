export const restrictionsLists = {
  acts: {
    restriction_asked: 'decisions',
    lift_asked: 'decisions',
    viewed_restriction: 'views',
    judged_restriction: 'decisions',
  },
  views: ['restriction'],
  subjects: ['restriction'],
} as const
