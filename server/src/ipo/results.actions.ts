import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createGunzip, gunzip, gzip } from 'node:zlib'
import { assert } from '@lonja/core/base/assert'
import type { Draw, DrawnApplication } from '@lonja/core/ipo/draw.rules'
import { drawTextSteps } from '@lonja/core/ipo/draw.text'
import { inTurns } from '../base/turns.ts'
import type { Db } from '../database/db.ts'
import { findDraw, type DrawParts } from './draws.actions.ts'
import { listByTicket } from './ipo.store.ts'
import { findDrawn, insertDrawn, insertResults, listResults, type ResultRow } from './results.store.ts'

const pack = promisify(gzip)
const unpack = promisify(gunzip)

const ROWS_AT_ONCE = 1_000

/**
 * Draws an offer whose beacon is there, in turns with the calls of customers: stores the results of all applications, and
 * then the published file. False before the beacon. A server that is killed in between leaves the rest to the next round.
 */
export async function storeDraw({ db, clock }: Pick<DrawParts, 'db' | 'clock'>, offer: string): Promise<boolean> {
  if (await db.read((tx) => findDrawn(tx, offer))) return true
  const draw = await findDraw(db, offer)
  if (!draw) return false
  await storeResults(db, draw)
  const file = await pack(await inTurns(drawTextSteps(draw)))
  await db.write((tx) => insertDrawn(tx, offer, { file, drawnAt: clock.now() }))
  return true
}

/** Customers' rows come first in a draw, and both lists are by ticket. */
async function storeResults(db: Db, { facts: { terms, customers }, drawn }: Draw): Promise<void> {
  for (let first = 0; first < customers.length; first += ROWS_AT_ONCE) {
    const behind = drawn[first - 1]?.ticket ?? 0
    const applications = await db.read((tx) => listByTicket(tx, terms.offer, behind, ROWS_AT_ONCE))
    const results = applications.map(({ customer, id, ticket }, n): ResultRow => {
      const row = drawn[first + n]
      assert(row?.ticket === ticket, 'the drawn list is the frozen one')
      return { customer, application: id, place: row.place, allotment: row.allotment }
    })
    await db.write((tx) => insertResults(tx, terms.offer, results))
  }
}

/** The published file of a drawn offer, as docs/DRAW.md describes it; null before the draw. */
export async function findDrawFile(db: Db, offer: string): Promise<string | null> {
  const draw = await db.read((tx) => findDrawn(tx, offer))
  return draw && (await unpack(draw.file)).toString('utf8')
}

/** The same in pieces, as they are unpacked; null before the draw. */
export async function findDrawPieces(db: Db, offer: string): Promise<AsyncIterable<Uint8Array> | null> {
  const draw = await db.read((tx) => findDrawn(tx, offer))
  return draw && Readable.from([draw.file]).pipe(createGunzip())
}

/** True if the stored results of an offer are those of its draw. */
export async function hasResultsOf(db: Db, { facts: { terms, customers }, drawn }: Draw): Promise<boolean> {
  let count = 0
  for (let behind = 0; ;) {
    const page = await db.read((tx) => listResults(tx, terms.offer, behind, ROWS_AT_ONCE))
    for (const result of page) if (!isOf(result, drawn[count++])) return false
    if (page.length < ROWS_AT_ONCE) return count === customers.length
    behind = page.at(-1)?.ticket ?? behind
  }
}

const isOf = (result: ResultRow & { readonly ticket: number }, row: DrawnApplication | undefined): boolean =>
  row !== undefined &&
  result.ticket === row.ticket &&
  result.place === row.place &&
  result.allotment.ballot === row.allotment.ballot &&
  result.allotment.proRata === row.allotment.proRata &&
  result.allotment.byPlace === row.allotment.byPlace
