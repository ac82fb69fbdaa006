import { cellOf, int4, tableOf, uuid, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'

/** An offer that came by itself, with its running number. */
interface PracticeOffer {
  readonly number: number
  readonly offer: string
}

const PRACTICE_OFFERS = tableOf<PracticeOffer>({ number: int4('number'), offer: uuid('offer') })

const INSERT_PRACTICE_OFFER = sql(
  'insert_ipo_practice_offer',
  `insert into ipo_practice_offers (${PRACTICE_OFFERS.names}) values (${PRACTICE_OFFERS.slots})
   on conflict do nothing returning number`,
)
const LIST_PRACTICE_OFFERS = sql(
  'list_ipo_practice_offers',
  `select ${PRACTICE_OFFERS.names} from ipo_practice_offers order by number`,
  PRACTICE_OFFERS.ofRow,
)
const LIST_OFFERED = sql(
  'list_ipo_offered',
  `select number from ipo_practice_offers join ipo_offers on ipo_offers.id = ipo_practice_offers.offer
   where cancelled_at is null order by number`,
  cellOf(int4<number>('number')),
)
const FIND_PRACTICE_OFFER = sql('find_ipo_practice_offer', 'select offer from ipo_practice_offers where number = $1')
const INSERT_PROSPECTUS = sql(
  'insert_ipo_prospectus',
  `insert into ipo_prospectuses (hash, text) values (decode($1, 'hex'), $2) on conflict (hash) do nothing`,
)
const FIND_PROSPECTUS = sql(
  'find_ipo_prospectus',
  `select text from ipo_prospectuses where hash = decode($1, 'hex')`,
  cellOf(word('text')),
)

/** Give an offer its running number. False if another server has given the number; it waits until that is sure. */
export async function insertPracticeOffer(tx: Tx, number: number, offer: string): Promise<boolean> {
  return (await tx.run(INSERT_PRACTICE_OFFER, PRACTICE_OFFERS.values({ number, offer }))).length > 0
}

export async function hasPracticeOffer(tx: Tx, number: number): Promise<boolean> {
  return (await tx.run(FIND_PRACTICE_OFFER, [number])).length > 0
}

/** The offers that came by themselves, by their running number. */
export const listPracticeOffers = (tx: Tx): Promise<PracticeOffer[]> => tx.run(LIST_PRACTICE_OFFERS)

/** The numbers of those among them that the house has not withdrawn. */
export const listOfferedNumbers = async (tx: Tx): Promise<number[]> => tx.run(LIST_OFFERED)

/** Store a prospectus under its hash in hex. */
export async function insertProspectus(tx: Tx, hash: string, text: string): Promise<void> {
  await tx.run(INSERT_PROSPECTUS, [hash, text])
}

/** The prospectus with a hash. */
export async function findProspectus(tx: Tx, hash: string): Promise<string | null> {
  const [text] = await tx.run(FIND_PROSPECTUS, [hash])
  return text ?? null
}
