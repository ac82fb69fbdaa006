export const documentsLists = { acts: { viewed_document: 'views' } } as const
