import type { Config } from '@lonja/server/config/config'
import { configFrom } from '@lonja/server/config/config'
import { openHouse } from '@lonja/server/main'

/**
 * The house in a process of its own, as in production: the bench calls it over HTTP. Started with its data folder, and
 * with `proxy` if the bench sends addresses as a proxy does and opens accounts with a grant.
 */

const isProxy = process.argv[3] === 'proxy'
const config: Config = {
  ...configFrom({ HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'error', ...(isProxy ? { TRUST_PROXY: '1' } : {}) }),
  dataDir: process.argv[2] ?? null,
  ...(isProxy ? {} : { startingGrant: null }),
}
const house = await openHouse(config, {
  app: null,
  limits: { callsAMinute: { anAddress: 0, aSession: 0 } },
})
process.send?.({ address: house.address })
process.on('message', (message) => {
  if (message === 'close') void house.close().then(() => process.exit(0))
  else process.send?.(process.cpuUsage())
})
