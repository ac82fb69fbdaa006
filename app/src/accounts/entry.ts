import type { InputOf } from '@lonja/core/base/contract'
import { readFirstSteps } from '@lonja/core/discover/first-steps.contract'
import { listEntries } from '@lonja/core/ledger/ledger.contract'
import { openStream } from '@lonja/kit/live'
import { replacePage, isPage } from '@lonja/kit/nav'
import { HOME } from '@lonja/kit/nav.rules'
import { askEarly } from '@lonja/kit/reads'
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

/** The first money of an account is its newest grant. */
export const GRANT: InputOf<typeof listEntries> = { kind: 'grant', limit: 1 }

/** The answers that decide the layout of home: a newcomer's steps and first money stand around its buttons. */
const askForLayout = (): Promise<unknown> => Promise.all([askEarly(readFirstSteps, {}), askEarly(listEntries, GRANT)])

/** The login page, whose button still says that it logs in, stays no longer than this for them. */
const STAY_MS = 2_000

/** Finish signing in: reconnect the stream with the token and leave the login page, once home has its layout. */
export async function enter(session: Credentials, next: string): Promise<void> {
  keepSession(session)
  await Promise.race([askForLayout(), new Promise((resolve) => setTimeout(resolve, STAY_MS))])
  replacePage(next)
}
