import { storeOf, useStore } from '@lonja/kit/store'

const unread = storeOf(0)

/** The number of unread answers from customer service: the mark on the bubble. */
export const useSupportUnread = (): number => useStore(unread)
export const setSupportUnread = (count: number): void => unread.set(count)
