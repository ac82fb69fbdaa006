import { sql, type Tx } from '../database/db.ts'

const INSERT_PRACTICE_OFFER = sql(
  'insert_ipo_practice_offer',
  'insert into ipo_practice_offers (number, offer) values ($1, $2) on conflict (number) do nothing returning number',
)
const LIST_PRACTICE_OFFERS = sql(
  'list_ipo_practice_offers',
  'select number, offer::text as offer from ipo_practice_offers order by number',
)
const LIST_OFFERED = sql(
  'list_ipo_offered',
  `select number from ipo_practice_offers join ipo_offers on ipo_offers.id = ipo_practice_offers.offer
   where cancelled_at is null order by number`,
)
const FIND_PRACTICE_OFFER = sql('find_ipo_practice_offer', 'select offer from ipo_practice_offers where number = $1')
const INSERT_PROSPECTUS = sql(
  'insert_ipo_prospectus',
  `insert into ipo_prospectuses (hash, text) values (decode($1, 'hex'), $2) on conflict (hash) do nothing`,
)
const FIND_PROSPECTUS = sql('find_ipo_prospectus', `select text from ipo_prospectuses where hash = decode($1, 'hex')`)

/** Give an offer its running number. False if another server has given the number; it waits until that is sure. */
export async function insertPracticeOffer(tx: Tx, number: number, offer: string): Promise<boolean> {
  return (await tx.run(INSERT_PRACTICE_OFFER, [number, offer])).length > 0
}

export async function hasPracticeOffer(tx: Tx, number: number): Promise<boolean> {
  return (await tx.run(FIND_PRACTICE_OFFER, [number])).length > 0
}

/** The offers that came by themselves, by their running number. */
export const listPracticeOffers = (tx: Tx): Promise<{ readonly number: number; readonly offer: string }[]> =>
  tx.run<{ number: number; offer: string }>(LIST_PRACTICE_OFFERS)

/** The numbers of those among them that the house has not withdrawn. */
export const listOfferedNumbers = async (tx: Tx): Promise<number[]> =>
  (await tx.run<{ number: number }>(LIST_OFFERED)).map(({ number }) => number)

/** Store a prospectus under its hash in hex. */
export async function insertProspectus(tx: Tx, hash: string, text: string): Promise<void> {
  await tx.run(INSERT_PROSPECTUS, [hash, text])
}

/** The prospectus with a hash. */
export async function findProspectus(tx: Tx, hash: string): Promise<string | null> {
  const [row] = await tx.run<{ text: string }>(FIND_PROSPECTUS, [hash])
  return row?.text ?? null
}
