import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the checkout: the first one upwards whose package is the whole house. The same from source and from dist. */
export const checkout: string = findCheckout(dirname(fileURLToPath(import.meta.url)))

/** What the tests unpack and keep between runs; ignored by git and safe to delete. */
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
