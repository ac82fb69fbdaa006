import { storeOf, useStore } from '@lonja/kit/store'

const unread = storeOf(0)

/** How many answers of customer service were not read: the mark on the bubble. */
export const useSupportUnread = (): number => useStore(unread)
export const setSupportUnread = (count: number): void => unread.set(count)
