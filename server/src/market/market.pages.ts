import { formatDate } from '@lonja/core/base/dates'
import { sentence } from '../base/texts.ts'
import { escaped } from '../door/escaped.ts'
import type { StoppedLine } from '../door/page.ts'
import type { Market } from './market.quotes.ts'

/**
 * The line by which the server's own pages say that trading stands while the clocks of this server disagree, and since
 * when. App and console say it in their strips. These pages have no script, so each answer says it anew.
 */
export const stoppedLineOf =
  (market: Pick<Market, 'pausedSince'>): StoppedLine =>
  (language) => {
    const since = market.pausedSince()
    if (since === null) return ''
    return `<p class="stopped" role="note">${escaped(sentence(language, 'pages', 'stopped', { since: formatDate(since) }))}</p>`
  }
