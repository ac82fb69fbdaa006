import { hash, type KeyObject } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import type { KeptHead } from '@lonja/core/audit/audit.check'
import { HOUR, MINUTE } from '@lonja/core/base/instant'
import type { Clock } from '../base/clock.ts'
import { isDuplicate, type Db } from '../database/db.ts'
import type { Log } from '../base/log.ts'
import { runRounds } from '../jobs/rounds.ts'
import { UNHEARD } from '../jobs/vitals.ts'
import { lineFor, roundIn } from './audit.signing.ts'
import { insertRound, listHeads, listRounds, type Round } from './audit.store.ts'

/** Where the signed heads stand besides the table. */
export const headsFile = (folder: string): string => join(folder, 'audit-heads.log')

/** The lines of the file of signed heads. One is whole where it has its end: what is behind the last end was cut short. */
export const linesIn = (file: string): string[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .slice(0, -1)
        .filter((line) => line !== '')
    : []

/** What a full disk or a power cut left of a line goes first: the next one would become a part of it, and read as forged for ever. */
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

/** Signs, each time it is called, the heads that moved since; nothing where none did. */
export function signerOf({ db, key, file, clock }: Signing): () => Promise<void> {
  const signed = new Map<string, KeptHead>()
  const here = new Set(linesIn(file))
  const through: { round: Round | null } = { round: null }

  /** A line stands in the table first. What another node signed, or a crash kept from this file, is appended here too. */
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
      if (isDuplicate(error)) return // Another node signed this round; the next call hears of it.
      throw error
    }
    follow(round)
  }
}

/** Signs every hour, at the start and at the end: what was signed can no longer be changed unseen. */
export function signAuditHeads(signing: Signing, log: Log, heard = UNHEARD): { stop(): Promise<void> } {
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
