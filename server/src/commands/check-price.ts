import type { ListingId } from '@lonja/core/base/amount'
import type { Instant } from '@lonja/core/base/instant'
import { Listing } from '@lonja/core/base/wire'
import { checkPrice } from '@lonja/core/proof/price.proof'
import { argumentsIn } from './arguments.ts'
import { CannotOpen, exitOnCannotOpen } from '../base/cannot.ts'
import { withHouseDatabase } from '../database/database.ts'
import { houseAt, houseIn, report, type CheckedHouse } from '../proof/proof.price.ts'

const USAGE = 'npm run check-price -- XNYS:ABC 2026-11-20T14:30:05Z [--house https://lonja.example]'

/**
 * `npm run check-price -- XNYS:ABC 2026-11-20T14:30:05Z --house https://…`: computes a past price again from the seeds
 * that a house has revealed, and compares it with the price that the house shows. Without `--house` it checks the house
 * in this machine's data folder. The exit code is 0 for equal, 1 for different, 2 if the price cannot be checked.
 */
export const run = (args: readonly string[] = process.argv.slice(2)): Promise<void> =>
  exitOnCannotOpen(async () => {
    const { listing, at, house } = optionsFrom(args)
    process.exitCode = house
      ? await checked(await houseAt(house), listing, at)
      : await inOwnHouse((own) => checked(own, listing, at))
  })

async function checked(house: CheckedHouse, listing: ListingId, at: Instant): Promise<number> {
  const check = checkPrice(house.proof, listing, at)
  const shown = check.result === 'computed' ? await house.shown(listing, check) : []
  const { lines, code } = report(listing, at, check, shown)
  console.log(lines.join('\n'))
  return code
}

const inOwnHouse = <T>(work: (house: CheckedHouse) => Promise<T>): Promise<T> =>
  withHouseDatabase('check-price', async (db) => work(await houseIn(db)))

function optionsFrom(args: readonly string[]): { listing: ListingId; at: Instant; house: string | null } {
  const { values, words } = argumentsIn(args, { house: 'text' }, { words: 2 })
  const [code = '', time = ''] = words
  const listing = Listing.safeParse(code.toUpperCase())
  if (!listing.success) {
    throw new CannotOpen(`"${code}" is no listing: give one with its venue, as in ${USAGE}`)
  }
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(time) ? Date.parse(time) : NaN
  if (Number.isNaN(at)) throw new CannotOpen(`"${time}" is no instant: give one with its zone, as in ${USAGE}`)
  return { listing: listing.data, at, house: values.house ?? null }
}
