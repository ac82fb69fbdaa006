import { formatDate } from '@lonja/core/base/dates'
import { LOCALES } from '@lonja/core/base/language'
import { exitOnCannotOpen } from '../base/cannot.ts'
import { configFrom } from '../config/config.ts'
import { readDotEnv } from '../config/dotenv.ts'
import { withHouseDatabase } from '../database/database.ts'
import { listFeeds, type FeedState } from '../news/feeds.store.ts'

/** `npm run feeds`: shows the state of the news feeds in NEWS_FEEDS, beside an open or closed house. */
export const run = (): Promise<void> =>
  exitOnCannotOpen(async () => {
    readDotEnv()
    const config = configFrom(process.env)
    if (config.newsFeeds.length === 0) return console.log('NEWS_FEEDS names no feed.')
    await withHouseDatabase('feeds', async (db) => {
      const states = new Map((await db.read(listFeeds)).map((state) => [state.address, state]))
      for (const { address, language } of config.newsFeeds) {
        console.log(`${address} (${LOCALES[language]}): ${stateOf(states.get(address))}`)
      }
    })
  })

function stateOf(state: FeedState | undefined): string {
  if (!state || (state.heardAt === null && state.fault === null)) return 'not read yet.'
  const heard = state.heardAt === null ? 'never read' : `last read ${formatDate(state.heardAt)}`
  const next = `next at ${formatDate(state.dueAt)}`
  if (state.fault === null) return `${heard} as "${state.title}"; ${next}, Madrid time.`
  const times = state.failures === 1 ? 'once' : `${state.failures} times in a row`
  return `FAILS: ${state.fault}; failed ${times}, ${heard}; ${next}, Madrid time.`
}
