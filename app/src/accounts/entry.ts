import { openStream } from '@lonja/kit/live'
import { goInstead, isPage } from '@lonja/kit/nav'
import { HOME } from '@lonja/kit/nav.rules'
import { signIn, type Session } from '@lonja/kit/session'

/** Where one goes after signing in: back to where one was, or home. */
export const placeAfter = (from: string | null): string =>
  from !== null && from.startsWith('/') && isPage(from) ? from : HOME

/** Signed in: the stream begins anew with the token, and the page that asked for it makes way. */
export function enter(session: Session, next: string): void {
  signIn(session)
  openStream()
  goInstead(next)
}
