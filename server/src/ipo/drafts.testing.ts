import { HOUR, MINUTE, type Instant } from '@lonja/core/base/instant'
import { DAY_MS } from '@lonja/core/calendar/days'

/** The fields of a draft as a seat sends them: an offer of New York that opens in an hour. */
export const draftFields = (now: Instant, change: object = {}) => ({
  company: 'Harbor Light Foods',
  sector: 'staples',
  market: 'new_york',
  price: '8.50',
  lot: '40',
  lots: '30',
  most: '10',
  opens: now + HOUR,
  closes: now + 2 * DAY_MS,
  draws: now + 2 * DAY_MS + 36 * HOUR + MINUTE,
  lists: now + 5 * DAY_MS,
  crowd: true,
  ...change,
})
