import { useState } from 'react'
import { keptKeysFrom, keyStandingFor, withKey, type DeviceKey, type KeyStanding } from '@lonja/core/proof/kept.rules'
import { readStoredJson, storeLasting } from '@lonja/kit/stored'

/** The standing of a house's key on this device; `unkept` if the browser stores nothing for a later visit. */
export type ShownStanding = KeyStanding | { readonly state: 'unkept' }

/** Houses below different paths of one address share the browser's storage: each has an entry of its own. */
const name = (): string => `rootKey ${new URL('.', location.href).pathname}`

const keptKeys = (): readonly DeviceKey[] => keptKeysFrom(readStoredJson(name()))

/** Keep a key as the one in force. False if the browser cannot. */
const keep = (key: string): boolean => storeLasting(name(), JSON.stringify(withKey(keptKeys(), key, Date.now())))

/** Compare the key with the kept one. The first that a device sees is kept. */
function see(key: string): ShownStanding {
  const standing = keyStandingFor(keptKeys(), key)
  return standing.state === 'new' && !keep(key) ? { state: 'unkept' } : standing
}

/** The standing of the key that a page shows, and the person's act that accepts another one than was kept. */
export function useKeptKey(key: string): [ShownStanding, accept: () => void] {
  const [standing, setStanding] = useState(() => see(key))
  const accept = () => setStanding(keep(key) ? keyStandingFor(keptKeys(), key) : { state: 'unkept' })
  return [standing, accept]
}
