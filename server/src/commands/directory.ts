import { readFileSync } from 'node:fs'
import {
  changeFor,
  readDirectory,
  type Directory,
  type DirectoryChange,
  type StoredListing,
} from '@lonja/core/feed/directory'
import { argumentsIn } from './arguments.ts'
import { CannotOpen, exitOnCannotOpen } from '../base/cannot.ts'
import { systemClock } from '../base/clock.ts'
import { withHouseDatabase } from '../database/database.ts'
import type { Db } from '../database/db.ts'
import { listListings, saveDirectory } from '../market/directory.store.ts'

export interface DirectoryOptions {
  /** Reports the changes without making them. */
  readonly dryRun: boolean
  /** Skips bad lines. Otherwise a bad line stops the import. */
  readonly skipBad: boolean
  /** Accepts that more than a fifth of a venue's listings are gone. */
  readonly acceptGone: boolean
}

/**
 * `npm run directory -- FILE…`: imports the listings of a house with a live feed from the exchanges' directories,
 * beside an open or closed house. The house uses them from its next start.
 */
export const run = (args: readonly string[] = process.argv.slice(2)): Promise<void> =>
  exitOnCannotOpen(async () => {
    const { files, options } = optionsFrom(args)
    const directories = files.map((file) => ({ file, directory: readFile(file) }))
    await withHouseDatabase('directory', async (db) => {
      for (const { file, directory } of directories) {
        for (const line of await takeDirectory(db, directory, options, file, systemClock.now())) console.log(line)
      }
    })
  })

function optionsFrom(args: readonly string[]): { files: readonly string[]; options: DirectoryOptions } {
  const known = { 'dry-run': 'flag', 'skip-bad-lines': 'flag', 'accept-gone': 'flag' } as const
  const { values, words } = argumentsIn(args, known, { words: Infinity })
  if (words.length === 0) {
    throw new CannotOpen('Say npm run directory -- FILE…, with nasdaqlisted.txt, otherlisted.txt or a CSV of Madrid.')
  }
  const options = {
    dryRun: values['dry-run'] === true,
    skipBad: values['skip-bad-lines'] === true,
    acceptGone: values['accept-gone'] === true,
  }
  return { files: words, options }
}

function readFile(file: string): Directory {
  const read = readDirectory(textOf(file))
  if ('broken' in read) throw new CannotOpen(`${file}: ${read.broken}.`)
  return read
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new CannotOpen(`${file} cannot be read: name a file of listings.`, { cause })
  }
}

const BAD_SHOWN = 20
const GONE_SHARE_MOST = 0.2
/** Below this many listings of a venue, a missing fifth is no sign of a broken file. */
const GONE_LEAST = 10

/** Imports one directory, all or nothing, and returns the changes as lines. */
export async function takeDirectory(
  db: Db,
  directory: Directory,
  options: DirectoryOptions,
  file: string,
  now: number,
): Promise<string[]> {
  const { bad } = directory
  const complaints = bad.slice(0, BAD_SHOWN).map(({ line, reason }) => `${file}, line ${line}: ${reason}.`)
  if (bad.length > BAD_SHOWN) complaints.push(`${file}: ${bad.length - BAD_SHOWN} more lines are wrong.`)
  if (bad.length > 0 && !options.skipBad) {
    throw new CannotOpen(
      [
        ...complaints,
        `Nothing of ${file} was taken over: mend these lines, or leave them out with --skip-bad-lines.`,
      ].join('\n'),
    )
  }
  return db.write(async (tx) => {
    const stored = await listListings(tx)
    const change = changeFor(stored, directory)
    const venue = options.acceptGone ? undefined : tooManyGone(directory, stored, change)
    if (venue) throw new CannotOpen(venue(file))
    if (!options.dryRun) await saveDirectory(tx, change, now)
    return [...complaints, ...summaryOf(file, directory, change, options.dryRun)]
  })
}

function tooManyGone(
  { venues }: Directory,
  stored: readonly StoredListing[],
  { gone }: DirectoryChange,
): ((file: string) => string) | undefined {
  for (const venue of venues) {
    const listed = stored.filter(({ listing, isDelisted }) => !isDelisted && listing.startsWith(venue)).length
    const lost = gone.filter(({ listing }) => listing.startsWith(venue)).length
    if (listed < GONE_LEAST || lost <= listed * GONE_SHARE_MOST) continue
    return (file) =>
      `${file} lacks ${lost} of the ${listed} listings of ${venue}: nothing was taken over. If they are gone indeed, say --accept-gone.`
  }
  return undefined
}

const CHANGES_SHOWN = 10

const counted = (listings: number): string => `${listings} ${listings === 1 ? 'listing' : 'listings'}`

function summaryOf(file: string, directory: Directory, change: DirectoryChange, isDry: boolean): string[] {
  const { added, back, gone, renamed, same } = change
  const left = Object.entries(directory.left).map(([reason, count]) => `${reason} ${count}`)
  const madeAt = directory.madeAt ? `, made at ${directory.madeAt}` : ''
  const some = (sign: string, lines: readonly string[]): string[] => [
    ...lines.slice(0, CHANGES_SHOWN).map((line) => `  ${sign} ${line}`),
    ...(lines.length > CHANGES_SHOWN ? [`  ${sign} and ${lines.length - CHANGES_SHOWN} more`] : []),
  ]
  return [
    `${file} (${directory.form}${madeAt}): ${counted(directory.entries.length)}${left.length > 0 ? `; left out: ${left.join(', ')}` : ''}.`,
    `${isDry ? 'It would be' : 'Taken over'}: ${added.length} added, ${renamed.length} changed, ${back.length} back, ${gone.length} gone, ${same} as before.`,
    ...some(
      '+',
      added.map(({ listing, name }) => `${listing} ${name}`),
    ),
    ...some(
      '~',
      renamed.map(({ before, after }) => `${after.listing} ${before.name} → ${after.name}`),
    ),
    ...some(
      '+',
      back.map(({ listing, name }) => `${listing} ${name} is back`),
    ),
    ...some(
      '-',
      gone.map(({ listing, name }) => `${listing} ${name} is listed no more`),
    ),
    ...(isDry ? ['Nothing was changed.'] : []),
  ]
}
