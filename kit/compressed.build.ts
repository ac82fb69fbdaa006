import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Compress static files once, at the best level, beside the file: `name.js.br` and `name.js.gz`. */
export function compressed(): Plugin {
  const worth = /\.(js|css|html|svg|json|webmanifest)$/
  const asBrotli = promisify(brotliCompress)
  const asGzip = promisify(gzip)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  let folder = ''
  return {
    name: 'compressed',
    apply: 'build',
    configResolved: ({ build, root }) => {
      folder = resolve(root, build.outDir)
    },
    writeBundle: {
      order: 'post',
      handler: async () => {
        const names = await readdir(folder, { recursive: true })
        for (const name of names.filter((each) => worth.test(each))) {
          const bytes = await readFile(join(folder, name))
          await writeFile(join(folder, `${name}.br`), await asBrotli(bytes, { params }))
          await writeFile(join(folder, `${name}.gz`), await asGzip(bytes, { level: 9 }))
        }
      },
    },
  }
}
