import { DECIDED } from './push.rules.ts'

export const noticesLists = {
  topics: ['notices'],
  subjects: ['message'],
  notices: { house_message: { about: 'account', push: DECIDED } },
  places: { message: { path: '/subPackages/message/message', takesId: true } },
} as const
