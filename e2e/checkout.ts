import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The checkout's folder: the nearest parent folder whose package is the whole house. It is the same from source and
 * from dist.
 */
export const checkout: string = findCheckout(dirname(fileURLToPath(import.meta.url)))

/** Files that the tests unpack and keep between runs; ignored by git and safe to delete. */
export const cacheFolder: string = join(checkout, '.cache')

function findCheckout(folder: string): string {
  const manifest = join(folder, 'package.json')
  if (existsSync(manifest) && (JSON.parse(readFileSync(manifest, 'utf8')) as { name?: string }).name === 'lonja') {
    return folder
  }
  const above = dirname(folder)
  if (above === folder) throw new Error('This file is not inside a checkout of Lonja.')
  return findCheckout(above)
}
