import { join } from 'node:path'
import type { Plugin } from 'vite'

const HELPER = 'vite/preload-helper'
/** An import without a list of files; with named imports, Vite puts their destructuring between the two. */
const ALONE = /import\((["'`]\.\/[\w-]+\.js["'`])\)([^()[\]]*),\[\]/g
const UNLISTED = /,\[\],import\.meta\.url\)/
const OURS = join(import.meta.dirname, 'src/code.ts')

/** Load lazy chunks by the kit's own loader instead of Vite's, which cannot retry a file in every browser. */
export function askedAgain(): Plugin {
  let replaced = false
  return {
    name: 'asked-again',
    apply: 'build',
    enforce: 'post',
    transform: (_code, id) => {
      if (!id.includes(HELPER)) return null
      replaced = true
      return { code: `export { withCode as __vitePreload } from ${JSON.stringify(OURS)}`, map: null }
    },
    // Vite lists no file for a chunk without dependencies, such as a language's texts. The chunk is its own file.
    generateBundle: {
      order: 'post',
      handler: (_options, bundle) => {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk') continue
          file.code = file.code.replace(ALONE, 'import($1)$2,[$1]')
          if (UNLISTED.test(file.code)) throw new Error(`${file.fileName} imports a chunk whose file is not listed.`)
        }
      },
    },
    buildEnd: (error) => {
      if (!error && !replaced) throw new Error(`Vite has no ${HELPER} any more: see what loads its pages now.`)
    },
  }
}
