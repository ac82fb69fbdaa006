import { openStream } from '@lonja/kit/live'
import { replacePage, isPage } from '@lonja/kit/nav'
import { HOME } from '@lonja/kit/nav.rules'
import { askForArrival, signIn } from '@lonja/kit/session'

/** The page after signing in: the one that asked for it, or home. */
export const placeAfter = (from: string | null): string =>
  from !== null && from.startsWith('/') && isPage(from) ? from : HOME

type Credentials = Parameters<typeof signIn>[0]

/** Go on with a new token: the stream reconnects with it, and the page stays. */
export function keepSession(session: Credentials): void {
  signIn(session)
  openStream()
}

/** The login page stays no longer than this for the answers that decide the next page's layout. */
const STAY_MS = 600

/** Finish signing in: reconnect the stream with the token and leave the login page, once the next one has its layout. */
export async function enter(session: Credentials, next: string): Promise<void> {
  keepSession(session)
  await Promise.race([askForArrival(), new Promise((resolve) => setTimeout(resolve, STAY_MS))])
  replacePage(next)
}
