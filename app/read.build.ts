import type { Plugin } from 'vite'

/** What makes the app's code quick to read for a browser, and changes nothing of what it does. */
export function quickToRead(): Plugin {
  return {
    name: 'quick-to-read',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk' || (!file.isEntry && file.code.length > LIBRARY)) continue
          file.code = `${READ_WHOLE}${file.code}`
        }
      },
    },
  }
}

/** A browser that knows the word reads every function of the file at once, beside the page, not each on its first call. */
const READ_WHOLE = '//# allFunctionsCalledOnLoad\n'
/** A part of this many characters is a library, of which a page calls little. */
const LIBRARY = 100_000
