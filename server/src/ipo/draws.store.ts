import type { Instant } from '@lonja/core/base/instant'
import type { Root } from '@lonja/core/base/roots'
import type { BeaconValue } from '@lonja/core/ipo/beacon.rules'
import { bytes, cellOf, group, instant, int8, orNull, shapeOf, uuid, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'

/** The customers' list: its applications, and the root over terms and applications. */
export interface FrozenList {
  readonly applications: number
  readonly root: Buffer
}

/** The whole list: the seed that gave the crowd (null without a crowd), all applications, and the root. */
export interface WholeRoot extends FrozenList {
  readonly crowdSeed: Buffer | null
}

/** The steps of a draw that are done. Each comes after the one before it, and none changes. */
export interface DrawSteps {
  readonly frozenAt: Instant | null
  readonly list: FrozenList | null
  readonly whole: WholeRoot | null
  readonly publishedAt: Instant | null
  readonly beacon: BeaconValue | null
}

type RoundValue = Extract<BeaconValue, { round: number }>
type DayValue = Exclude<BeaconValue, RoundValue>

/** The steps in their columns: the crowd may have no seed, and a beacon is a round of drand or the seed of a day. */
interface StoredSteps extends Pick<DrawSteps, 'frozenAt' | 'list' | 'publishedAt'> {
  readonly whole: FrozenList | null
  readonly crowdSeed: Buffer | null
  readonly ofRound: RoundValue | null
  readonly ofDay: DayValue | null
}

const FIND_STEPS = sql(
  'find_ipo_draw_steps',
  `select f.frozen_at, l.applications as listed, l.root as list_root, r.crowd_seed, r.applications as all_applications, r.root as whole_root,
     p.published_at, b.round, b.signature, b.day, b.seed
   from ipo_freezes f left join ipo_lists l using (offer) left join ipo_roots r using (offer) left join ipo_publications p using (offer) left join ipo_beacons b using (offer)
   where f.offer = $1`,
  shapeOf<StoredSteps>({
    frozenAt: orNull(instant('frozen_at')),
    list: orNull(group<FrozenList>({ applications: int8('listed'), root: bytes('list_root') })),
    whole: orNull(group<FrozenList>({ applications: int8('all_applications'), root: bytes('whole_root') })),
    crowdSeed: orNull(bytes('crowd_seed')),
    publishedAt: orNull(instant('published_at')),
    ofRound: orNull(group<RoundValue>({ round: int8('round'), signature: bytes('signature') })),
    ofDay: orNull(group<DayValue>({ day: word('day'), seed: bytes('seed') })),
  }),
)
const INSERT_FREEZE = sql(
  'insert_ipo_freeze',
  'insert into ipo_freezes (offer, frozen_at) values ($1, $2) on conflict (offer) do nothing',
)
const INSERT_LIST = sql(
  'insert_ipo_list',
  'insert into ipo_lists (offer, applications, root, made_at) values ($1, $2, $3, $4) on conflict (offer) do nothing',
)
const INSERT_ROOT = sql(
  'insert_ipo_root',
  `insert into ipo_roots (offer, crowd_seed, applications, root, made_at) values ($1, $2, $3, $4, $5)
   on conflict (offer) do nothing`,
)
const INSERT_PUBLICATION = sql(
  'insert_ipo_publication',
  'insert into ipo_publications (offer, published_at) values ($1, $2) on conflict (offer) do nothing',
)
const INSERT_BEACON = sql(
  'insert_ipo_beacon',
  `insert into ipo_beacons (offer, round, signature, day, seed, taken_at) values ($1, $2, $3, $4, $5, $6)
   on conflict (offer) do nothing`,
)

const NONE: DrawSteps = { frozenAt: null, list: null, whole: null, publishedAt: null, beacon: null }

/** The steps of an offer's draw that are done. */
export async function findSteps(tx: Tx, offer: string): Promise<DrawSteps> {
  const [steps] = await tx.run(FIND_STEPS, [offer])
  if (!steps) return NONE
  const { whole, crowdSeed, ofRound, ofDay, ...others } = steps
  return { ...others, whole: whole && { ...whole, crowdSeed }, beacon: ofRound ?? ofDay }
}

const LIST_DRAWN = sql(
  'list_drawn_ipo_offers',
  'select offer::text as offer from ipo_beacons order by taken_at, offer',
  cellOf(uuid('offer')),
)

/** The offers whose beacon is there, in the order of their draws. */
export async function listDrawn(tx: Tx): Promise<string[]> {
  return tx.run(LIST_DRAWN)
}

/** Freeze the customers' list. The transaction must hold the offer's lock. */
export async function insertFreeze(tx: Tx, offer: string, now: Instant): Promise<void> {
  await tx.run(INSERT_FREEZE, [offer, now])
}

/** Store the root of a frozen list. If another server stored it first, that one stays: it is the same. */
export async function insertList(tx: Tx, offer: string, { leaves, hash }: Root, now: Instant): Promise<void> {
  await tx.run(INSERT_LIST, [offer, leaves - 1, Buffer.from(hash), now])
}

/** Store the root of the whole list. The transaction must hold the offer's lock. A root that another server stored first stays. */
export async function insertWholeRoot(
  tx: Tx,
  offer: string,
  { leaves, hash }: Root,
  crowdSeed: Uint8Array | null,
  now: Instant,
): Promise<void> {
  await tx.run(INSERT_ROOT, [offer, crowdSeed && Buffer.from(crowdSeed), leaves - 1, Buffer.from(hash), now])
}

/** Store an instant at which the whole root was public. If another server stored one first, that one stays. */
export async function insertPublication(tx: Tx, offer: string, at: Instant): Promise<void> {
  await tx.run(INSERT_PUBLICATION, [offer, at])
}

/** Store the beacon. If another server stored it first, that one stays: there is only one that counts. */
export async function insertBeacon(tx: Tx, offer: string, value: BeaconValue, now: Instant): Promise<void> {
  const parts = 'round' in value ? [value.round, Buffer.from(value.signature), null, null] : [null, null, value.day, Buffer.from(value.seed)] // prettier-ignore
  await tx.run(INSERT_BEACON, [offer, ...parts, now])
}
