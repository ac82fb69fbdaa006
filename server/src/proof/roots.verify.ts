import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { HOUR, type Day, type Instant } from '@lonja/core/base/instant'
import { dayNumberOf, DAY_MS } from '@lonja/core/calendar/days'
import type { Db, Tx } from '../database/db.ts'
import { listBlocks } from './leaf.store.ts'
import { rootBetween, rootIn, type RootKeys, type SignedRoot } from './roots.actions.ts'
import { listRoots } from './roots.store.ts'

export const ROOT_LAWS = {
  day_roots:
    'a day that is over has the entries, the fills, the audit rounds and the ends of chains that its signed root was made of',
} as const

/** A root that is not what it should be, in figures. */
export interface WrongRoot {
  readonly day: Day
  readonly differs: string
}

/**
 * Works out the signed roots anew, all or the one of a day, and compares them and the blocks of their leaves. A root that
 * this house did not sign is named, and the check goes on with those after it. `said` gets each that holds.
 */
export async function checkRoots(
  db: Db,
  keys: RootKeys,
  only: Day | null,
  report: (root: SignedRoot) => void = () => {},
): Promise<{ readonly checked: number; readonly wrong: readonly WrongRoot[] }> {
  const stored = await db.read(listRoots)
  const wrong: WrongRoot[] = []
  let checked = 0
  /** The last root that this house signed: the next one of its own is bound to it. */
  let before: { readonly signed: SignedRoot; readonly line: string } | null = null
  for (const root of stored) {
    const { day } = root
    const signed = rootIn(keys, root)
    if (!signed) {
      wrong.push({ day, differs: `${day}: this house did not sign it` })
      continue
    }
    const [from, previous]: [Instant, string] = before ? [before.signed.until, hash('sha256', before.line)] : [0, '']
    before = { signed, line: root.line }
    if (signed.from !== from || signed.previous !== previous)
      wrong.push({ day, differs: `${day}: it is not bound to the root before` })
    if (only !== null && !isWithin(signed, only)) continue
    checked += 1
    const differs = await db.read((tx) => differenceIn(tx, keys, signed))
    if (differs === null) report(signed)
    else wrong.push({ day, differs })
  }
  return { checked, wrong }
}

/** The difference between a root and its rows, or between its blocks and its rows; null if there is none. */
async function differenceIn(tx: Tx, keys: RootKeys, signed: SignedRoot): Promise<string | null> {
  const anew = await rootBetween(tx, keys, signed)
  if (anew.root !== signed.root || anew.leaves !== signed.leaves) return differenceOf(signed, anew)
  const blocks = await listBlocks(tx, signed.day)
  // A root that was signed before there were blocks gets its own later.
  const isIndexed = blocks.length === 0 || isDeepStrictEqual(blocks, anew.blocks)
  return isIndexed ? null : `${signed.day}: the stored blocks of its leaves are not those of its rows`
}

const differenceOf = ({ day, leaves, root }: SignedRoot, anew: Pick<SignedRoot, 'leaves' | 'root'>): string =>
  `${day}: ${leaves} rows, root ${root}; by the rows there are ${anew.leaves}, root ${anew.root}`

const isWithin = ({ from, until }: SignedRoot, day: Day): boolean => {
  const noon = dayNumberOf(day) * DAY_MS + 12 * HOUR
  return noon >= from && noon < until
}
