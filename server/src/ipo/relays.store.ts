import type { Instant } from '@lonja/core/base/instant'
import { instant, int8, shapeOf, uuid, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'

/** The last answer of a relay for the round that a draw waits for. */
export interface RelayFault {
  readonly offer: string
  readonly relay: string
  readonly round: number
  readonly fault: string
  readonly at: Instant
}

const SAVE = sql(
  'save_ipo_relay_fault',
  `insert into ipo_relay_faults (offer, relay, round, fault, at) values ($1, $2, $3, $4, $5)
   on conflict (offer, relay) do update set round = excluded.round, fault = excluded.fault, at = excluded.at`,
)
const LIST = sql(
  'list_ipo_relay_faults',
  'select offer::text as offer, relay, round, fault, at from ipo_relay_faults where offer = any($1::uuid[]) order by relay',
  shapeOf<RelayFault>({
    offer: uuid('offer'),
    relay: word('relay'),
    round: int8('round'),
    fault: word('fault'),
    at: instant('at'),
  }),
)

export async function saveRelayFault(tx: Tx, { offer, relay, round, fault, at }: RelayFault): Promise<void> {
  await tx.run(SAVE, [offer, relay, round, fault, at])
}

/** The latest answers for the draws of some offers, by relay. */
export const listRelayFaults = (tx: Tx, offers: readonly string[]): Promise<RelayFault[]> => tx.run(LIST, [offers])
