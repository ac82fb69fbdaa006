import { hash, type KeyObject } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import type { StoredHead } from '@lonja/core/audit/audit.check'
import { HOUR, MINUTE } from '@lonja/core/base/instant'
import type { Clock } from '../base/clock.ts'
import { isDuplicate, type Db } from '../database/db.ts'
import type { Log } from '../base/log.ts'
import { runRounds } from '../jobs/rounds.ts'
import { NO_LISTENER } from '../jobs/vitals.ts'
import { lineFor, roundIn } from './audit.signing.ts'
import { insertRound, listHeads, listRounds, type Round } from './audit.store.ts'

/** The path of the file of signed heads, a copy of their table outside the database. */
export const headsFile = (folder: string): string => join(folder, 'audit-heads.log')

/** The complete lines of the file of signed heads. Text after the last line end was cut short and is left out. */
export const linesIn = (file: string): string[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .slice(0, -1)
        .filter((line) => line !== '')
    : []

/**
 * Cuts off the rest of a line that a full disk or a power cut left: joined to the next line it would read as forged.
 */
function addLine(file: string, line: string): void {
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0)
  const whole = bytes.lastIndexOf('\n') + 1
  if (whole < bytes.length) truncateSync(file, whole)
  appendFileSync(file, `${line}\n`, { mode: 0o600 })
}

export interface Signing {
  readonly db: Db
  readonly key: KeyObject
  readonly file: string
  readonly clock: Clock
}

/** Returns a function that signs the heads that moved since its last call. If none moved, it writes nothing. */
export function signerOf({ db, key, file, clock }: Signing): () => Promise<void> {
  const signed = new Map<string, StoredHead>()
  const here = new Set(linesIn(file))
  const through: { round: Round | null } = { round: null }

  /**
   * The table holds every line first. A line signed by another node, or missing from this file after a crash, is
   * appended.
   */
  const follow = (round: Round): void => {
    if (!here.has(round.line)) addLine(file, round.line)
    here.add(round.line)
    for (const head of roundIn(key, round.line)?.heads ?? []) signed.set(head.chain, head)
    through.round = round
  }

  return async () => {
    const [heads, rounds] = await db.read(
      async (tx) => [await listHeads(tx), await listRounds(tx, through.round?.n ?? 0)] as const,
    )
    for (const round of rounds) follow(round)
    const moved = heads.filter(({ chain, n, hash }) => signed.get(chain)?.n !== n || signed.get(chain)?.hash !== hash)
    if (moved.length === 0) return
    const before = through.round
    const [n, at] = [(before?.n ?? 0) + 1, clock.now()]
    const previous = before === null ? '' : hash('sha256', before.line)
    const round = { n, at, line: lineFor(key, { n, at, previous, heads: moved }) }
    try {
      await db.write((tx) => insertRound(tx, round))
    } catch (error) {
      if (isDuplicate(error)) return // Another node signed this round; the next call reads it.
      throw error
    }
    follow(round)
  }
}

/** Signs at the start, every hour and at the end: signed rows can no longer be changed unseen. */
export function signAuditHeads(signing: Signing, log: Log, heard = NO_LISTENER): { stop(): Promise<void> } {
  const sign = signerOf(signing)
  const rounds = runRounds(sign, {
    pauseMs: HOUR,
    afterFailureMs: MINUTE,
    log,
    waits: 'the heads of the audit log wait to be signed: the database is away',
    failed: 'the heads of the audit log could not be signed',
    heard,
  })
  return {
    stop: async () => {
      await rounds.stop()
      await sign().catch((err: unknown) =>
        log.warn({ err }, 'the heads were not signed at the end; the next start does'),
      )
    },
  }
}
