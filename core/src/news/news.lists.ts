export const newsLists = {
  houseActs: ['article_published', 'article_edited', 'article_withdrawn'],
  subjects: ['article'],
} as const
