import { openStream } from '@lonja/kit/live'
import { replacePage, isPage } from '@lonja/kit/nav'
import { HOME } from '@lonja/kit/nav.rules'
import { signIn } from '@lonja/kit/session'

/** The page after signing in: the one that asked for it, or home. */
export const placeAfter = (from: string | null): string =>
  from !== null && from.startsWith('/') && isPage(from) ? from : HOME

/** Finish signing in: reconnect the stream with the token and leave the login page. */
export function enter(session: Parameters<typeof signIn>[0], next: string): void {
  signIn(session)
  openStream()
  replacePage(next)
}
