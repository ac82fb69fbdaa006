import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readOwn, writeKept } from '../base/kept.ts'
import type { LastStart } from './servers.jobs.ts'

const NAME = 'server-id'
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * The id under which the last start from a data folder filled orders. The folder's lock admits one server, so that start
 * is over, and the next one takes its orders over without waiting. Without the file, or with one that a power cut left
 * incomplete, the next start waits until the silence has lasted.
 */
export function lastStartIn(folder: string): LastStart {
  const path = join(folder, NAME)
  return {
    read: () => {
      if (!existsSync(path)) return null
      const id = readOwn(path).trim()
      return ID.test(id) ? id : null
    },
    write: (node) => writeKept(path, `${node}\n`),
  }
}
