import type { Plugin } from 'vite'

/** What makes the app's code quick to read for a browser, and changes nothing of what it does. */
export function quickToRead(): Plugin {
  return {
    name: 'quick-to-read',
    apply: 'build',
    transform: {
      filter: { id: /react-dom-client\.production\.js$/ },
      handler: (code) => ({ code: withoutPlaces(code), map: null }),
    },
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

const MADE_WHILE_READ = /^((?:var )?\s*\w+) = Error\((formatProdErrorMessage\(\d+\))\)(?=[,;])/gm
const KNOWN = 5

/**
 * React makes errors while it is read, to throw them at itself later. Of each a browser that is watched notes the place,
 * and for that reads the whole code two times more. Nobody asks for these places: the errors are made without.
 */
function withoutPlaces(code: string): string {
  let found = 0
  const changed = code.replace(MADE_WHILE_READ, (_whole, name: string, message: string) => {
    found++
    return `${name} = Object.create(Error.prototype, { message: { value: ${message} } })`
  })
  if (found !== KNOWN)
    throw new Error(`React makes ${found} errors while it is read, not ${KNOWN}: look at them again.`)
  return changed
}
