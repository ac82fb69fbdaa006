import type { Instant } from '@lonja/core/base/instant'
import { bytes, cellOf, instant, int4, int8, tableOf, uuid, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'
import { dropPushes, type DeviceOf } from './notices.store.ts'

/** The house's key for push services, as stored. */
export interface StoredPushKey {
  readonly publicKey: Buffer
  readonly sealedPrivate: Buffer
}

const KEYS = tableOf<StoredPushKey>({ publicKey: bytes('public_key'), sealedPrivate: bytes('sealed_private') })

const FIND_KEY = sql('find_push_key', `select ${KEYS.names} from push_keys where n = 1`)
const INSERT_KEY = sql(
  'insert_push_key',
  `insert into push_keys (${KEYS.names}, n, made_at) values (${KEYS.slots}, 1, $3) on conflict do nothing`,
)

export async function findPushKey(tx: Tx): Promise<StoredPushKey | null> {
  const [row] = await tx.run(FIND_KEY)
  return row ? KEYS.ofRow(row) : null
}

/** Stores a key unless there is one: of two nodes that start at once, the first one's key stays. */
export async function insertPushKey(tx: Tx, key: StoredPushKey, now: Instant): Promise<void> {
  await tx.run(INSERT_KEY, [...KEYS.values(key), now])
}

/** A device with all that sending to it needs. */
export interface PushDevice extends DeviceOf {
  readonly endpoint: string
  /** The device's public key, and its authentication secret. */
  readonly key: Buffer
  readonly auth: Buffer
  readonly restUntil: Instant
  /** The number of messages sent since `windowAt`. */
  readonly windowAt: Instant
  readonly pushed: number
}

const DEVICES = tableOf<PushDevice>({
  customer: uuid('customer'),
  session: uuid('session'),
  endpoint: word('endpoint'),
  key: bytes('device_key'),
  auth: bytes('auth_secret'),
  restUntil: instant('rest_until'),
  windowAt: instant('window_at'),
  pushed: int4('pushed'),
})

const FIND = sql('find_push_device', `select ${DEVICES.names} from push_devices where customer = $1 and session = $2`)
const COUNT = sql(
  'count_push_devices',
  'select count(*) as others from push_devices where customer = $1 and session <> $2',
  cellOf(int8('others')),
)
const SAVE = sql(
  'save_push_device',
  `insert into push_devices (customer, session, endpoint, device_key, auth_secret, asked_at) values ($1, $2, $3, $4, $5, $6)
   on conflict (customer, session) do update set endpoint = excluded.endpoint, device_key = excluded.device_key,
     auth_secret = excluded.auth_secret, asked_at = excluded.asked_at, rest_until = 0, faults = 0`,
)
const DROP_OTHERS = sql(
  'drop_push_devices_of_endpoint',
  'delete from push_devices where endpoint = $1 and (customer, session) <> ($2, $3::uuid)',
)
const DROP = sql(
  'drop_push_device',
  `delete from push_devices where customer = $1 and session = $2 and ($3::text is null or endpoint = $3) returning session`,
)
const REST = sql('rest_push_device', 'update push_devices set rest_until = $3 where customer = $1 and session = $2')
const SENT = sql(
  'count_pushed',
  `update push_devices set faults = 0,
     pushed = case when window_at > $4 then pushed + 1 else 1 end, window_at = case when window_at > $4 then window_at else $3 end
   where customer = $1 and session = $2`,
)
const FAULT = sql(
  'count_push_fault',
  'update push_devices set faults = faults + 1 where customer = $1 and session = $2 returning faults',
  cellOf(int4('faults')),
)

export async function findDevice(tx: Tx, { customer, session }: DeviceOf): Promise<PushDevice | null> {
  const [row] = await tx.run(FIND, [customer, session])
  return row ? DEVICES.ofRow(row) : null
}

/** The number of the customer's other devices. */
export async function countOtherDevices(tx: Tx, { customer, session }: DeviceOf): Promise<number> {
  const [others] = await tx.run(COUNT, [customer, session])
  return others ?? 0
}

export type NewDevice = Pick<PushDevice, 'customer' | 'session' | 'endpoint' | 'key' | 'auth'>

/** Assigns this browser to this session alone: earlier customers on it get no more pushes there. */
export async function saveDevice(tx: Tx, device: NewDevice, now: Instant): Promise<void> {
  const { customer, session, endpoint, key, auth } = device
  await tx.run(DROP_OTHERS, [endpoint, customer, session])
  await tx.run(SAVE, [customer, session, endpoint, key, auth, now])
}

/**
 * Removes a device with its waiting pushes; true if it existed. With `endpoint`, only if the device still has that one,
 * since the same browser may have subscribed again.
 */
export async function dropDevice(
  tx: Tx,
  { customer, session }: DeviceOf,
  endpoint: string | null = null,
): Promise<boolean> {
  const isDropped = (await tx.run(DROP, [customer, session, endpoint])).length > 0
  if (isDropped || endpoint === null) await dropPushes(tx, { customer, session }, null)
  return isDropped
}

/** Nothing is sent to the device before `until`. */
export async function saveRest(tx: Tx, { customer, session }: DeviceOf, until: Instant): Promise<void> {
  await tx.run(REST, [customer, session, until])
}

/** Counts one more message sent. A count from before `windowFrom` starts again. */
export async function countPushed(
  tx: Tx,
  { customer, session }: DeviceOf,
  { now, windowFrom }: { now: Instant; windowFrom: Instant },
): Promise<void> {
  await tx.run(SENT, [customer, session, now, windowFrom])
}

/** Counts one more permanent refusal; returns how many there were in a row. */
export async function countFault(tx: Tx, { customer, session }: DeviceOf): Promise<number> {
  const [faults] = await tx.run(FAULT, [customer, session])
  return faults ?? 0
}

const DROP_EVERY = sql('drop_every_push_device', 'delete from push_devices')

/** Removes the devices of everybody. Pushes without a device are dropped when they are due. */
export async function dropEveryDevice(tx: Tx): Promise<void> {
  await tx.run(DROP_EVERY)
}
