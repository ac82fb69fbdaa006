import { CannotOpen } from '../base/cannot.ts'
import { SETTINGS } from './config.ts'

/** Names in `.env` that are not the house's: those of Node, of PostgreSQL's own tools, of the locale, and of tests. */
const OTHERS = /^(NODE_|NPM_|UV_|SSL_|PG|TEST_|LONJA_|LC_|LANG$|TZ$|PATH$|HOME$|TMPDIR$|CI$|(HTTPS?|NO|ALL)_PROXY$)/i

const known: readonly string[] = Object.entries(SETTINGS).flatMap(([name, { secret }]) =>
  secret === true ? [name, `${name}_FILE`] : [name],
)

/**
 * Refuses a setting that the house does not know, with the name it was probably meant to be. In `.env` that is every
 * unknown name. The environment has variables of many programs, so there it is a name with one typing error.
 */
export function checkNames(env: NodeJS.ProcessEnv, dotEnv: NodeJS.Dict<string>): void {
  for (const name of Object.keys(dotEnv)) {
    if (known.includes(name) || OTHERS.test(name)) continue
    throw new CannotOpen(`${name} in .env is no setting of this house: ${meantBy(nearestTo(name))}.`)
  }
  for (const name of Object.keys(env)) {
    const near = known.includes(name) || name in dotEnv ? undefined : known.find((each) => isMistyped(name, each))
    if (near) throw new CannotOpen(`${name} is no setting of this house: ${meantBy(near)}.`)
  }
}

const meantBy = (near: string | null): string =>
  near === null ? 'npm run settings lists them; take it out' : `set ${near}, or take it out`

const FAR = 4

function nearestTo(name: string): string | null {
  const [nearest] = known
    .map((each) => ({ each, distance: distanceOf(name.toUpperCase(), each) }))
    .filter(({ each, distance }) => distance <= Math.min(FAR, each.length / 2))
    .sort((a, b) => a.distance - b.distance)
  return nearest?.each ?? null
}

/** Names this short are one letter from many others (HOME, POST), so only a letter too many counts as an error. */
const SHORT = 6

/** One letter wrong, missing, too many or exchanged with the next; but not a plural, which may be another program's. */
function isMistyped(name: string, setting: string): boolean {
  if (name === `${setting}S` || distanceOf(name, setting) !== 1) return false
  return setting.length >= SHORT || name.length > setting.length
}

/** The number of letters to change, insert, omit or exchange with their neighbour to get from one word to the other. */
export function distanceOf(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_cell, n) => n)]
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Infinity
  for (let i = 1; i <= one.length; i++) {
    rows.push([i])
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1
      const exchanged = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1] ? at(i - 2, j - 2) + 1 : Infinity
      rows[i]?.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + same, exchanged))
    }
  }
  return at(one.length, other.length)
}
