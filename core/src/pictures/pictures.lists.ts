export const picturesLists = { subjects: ['picture'] } as const
