import { here, navigate } from '@lonja/kit/nav'
import { urlFor } from '@lonja/kit/nav.rules'
import { openStream } from '@lonja/kit/stream'
import { LOGIN_AFTER_MS, currentSession, onSessionEnd } from '@lonja/kit/session'
import { textFor } from '@lonja/kit/text'
import { toast } from '@lonja/kit/parts/toast'

export const LOG_IN = '/subPackages/login/login'

/**
 * Announce an expired session. The login page opens 1.5 s later and returns to the current page afterwards (spec
 * section 8).
 */
export function followSession(): void {
  onSessionEnd((ended) => {
    openStream()
    if (ended !== 'expired') return
    toast(textFor('connection')('sessionExpired'))
    setTimeout(() => {
      const place = here()
      if (currentSession() === null && place.path !== LOG_IN) navigate(LOG_IN, { from: urlFor(place) })
    }, LOGIN_AFTER_MS)
  })
}
