export const interestLists = {
  pagelessCauses: ['night'],
} as const
