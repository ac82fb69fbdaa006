export const picturesLists = {
  subjects: ['picture'],
  acts: { viewed_proof: 'views', viewed_paper: 'views', viewed_picture: 'views' },
} as const
