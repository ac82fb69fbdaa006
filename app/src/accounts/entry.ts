import { openStream } from '@lonja/kit/live'
import { replacePage, isPage } from '@lonja/kit/nav'
import { HOME } from '@lonja/kit/nav.rules'
import { signIn } from '@lonja/kit/session'

/** The page after signing in: the one that asked for it, or home. */
export const placeAfter = (from: string | null): string =>
  from !== null && from.startsWith('/') && isPage(from) ? from : HOME

type Credentials = Parameters<typeof signIn>[0]

/** Go on with a new token: the stream reconnects with it, and the page stays. */
export function keepSession(session: Credentials): void {
  signIn(session)
  openStream()
}

/** Finish signing in: reconnect the stream with the token and leave the login page. */
export function enter(session: Credentials, next: string): void {
  keepSession(session)
  replacePage(next)
}
