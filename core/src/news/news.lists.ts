export const newsLists = {
  houseActs: [
    'article_published',
    'article_edited',
    'article_withdrawn',
    'article_proposed',
    'message_proposed',
    'actions_proposed',
    'actions_announced',
    'viewed_publication',
    'judged_publication',
  ],
  subjects: ['article', 'publication'],
} as const
