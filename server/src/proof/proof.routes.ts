import type { ProductsOff } from '@lonja/core/base/contract'
import type { Amount, Currency } from '@lonja/core/base/amount'
import type { Day } from '@lonja/core/base/instant'
import { LANGUAGES } from '@lonja/core/base/language'
import { VERSION, VERSION_CODE } from '@lonja/core/base/version'
import type { FeeTableDay } from '@lonja/core/orders/fees.rules'
import { readAbout } from '@lonja/core/proof/proof.contract'
import { listDayRoots } from '@lonja/core/proof/roots.contract'
import { onLook, type Route } from '../door/serve.ts'
import { listHouseOffered } from '../ipo/house.store.ts'
import type { OpenedMarket } from '../market/market.opening.ts'
import { feesAt } from '../orders/fees.actions.ts'
import { offersShown, streamShown, unquotedCounts } from './proof.replies.ts'
import type { HouseSecret } from '../secrets/secret.ts'
import { contentOf, publicKeyOf, rootKeysOf } from './roots.actions.ts'
import { listNewestRoots, type StoredRoot } from './roots.store.ts'
import {
  findNewestRevealed,
  listRevealed,
  type PracticeOpening,
  type RevealedSeed,
  type SeedChain,
} from '../market/market.store.ts'

/** The number of revealed seeds in an answer, and of roots on a page: a month. */
const MONTH = 31

interface ProofOptions {
  readonly grant: Amount | null
  readonly fees: readonly FeeTableDay[]
  readonly off: ProductsOff
  readonly secret: HouseSecret
}

/** Public facts of this house: practice money, the source of its prices, and the settings fixed at its opening. */
export function proofRoutes(
  { market, opening, seeds, pauses, feed, guard }: OpenedMarket,
  { grant, fees, off, secret }: ProofOptions,
): Route[] {
  const { openedAt, hours, practice, replay } = opening
  const unquoted = unquotedCounts(market)
  const publicKey = publicKeyOf(rootKeysOf(secret))
  return [
    onLook(readAbout, async ({ db, now }) => {
      const chains = seeds?.chains() ?? []
      const [offers, revealed, newest, [root]] = await db.read(async (tx) => [
        practice ? await listHouseOffered(tx) : [],
        practice ? await listRevealed(tx, MONTH) : [],
        await inOrder(chains, (chain) => findNewestRevealed(tx, chain)),
        await listNewestRoots(tx, 1),
      ])
      return {
        name: 'Lonja',
        version: VERSION,
        versionCode: VERSION_CODE,
        practiceMoney: true as const,
        licensed: false as const,
        off: [...off],
        openedAt,
        source: {
          name: market.name,
          label: market.label,
          hours,
          now: market.now(),
          speed: replay?.speed ?? null,
          pausedAt: pauses?.pausedAt(now) ?? null,
          stoppedSince: market.pausedSince(),
          publicThrough: guard.state().publicThrough,
          streams: feed?.status().map(streamShown) ?? [],
          unquoted: unquoted(now),
          hasRates: market.hasRates,
        },
        roots: { publicKey, newest: root ? rootShown(root) : null },
        seeds:
          practice && seeds
            ? {
                ...practiceShown(practice),
                chains: chains.map((chain, n) => shownOf(chain, newest[n] ?? null)),
                revealed: revealed.map(seedShown),
                houseOffers: offersShown(offers, now),
              }
            : null,
        listings: market.instruments.length,
        fees: feesAt(fees, now),
        grant: grant && { amount: grant.units, currency: grant.asset as Currency },
        languages: [...LANGUAGES],
      }
    }),
    rootsRoute(publicKey),
  ]
}

const practiceShown = ({ historySeed, ...practice }: PracticeOpening) => ({
  functionVersion: practice.functionVersion,
  checkableFrom: practice.checkableFrom,
  turnsOn: practice.turnsOn,
  plansFrom: practice.plansFrom,
  splitsFrom: practice.splitsFrom,
  historySeed: hexOf(historySeed),
  openingDay: practice.openingDay,
})

const rootsRoute = (publicKey: string): Route =>
  onLook(listDayRoots, async ({ db }, { cursor, limit = MONTH }) => {
    const roots = await db.read((tx) => listNewestRoots(tx, limit + 1, dayIn(cursor)))
    const page = roots.slice(0, limit)
    return {
      publicKey,
      rows: page.map(rootShown),
      cursor: roots.length > limit ? (page.at(-1)?.day ?? null) : null,
    }
  })

/** The cursor of a page; null for an invalid cursor. */
const dayIn = (cursor: string | undefined): Day | null =>
  cursor !== undefined && /^\d{4}-\d\d-\d\d$/.test(cursor) ? (cursor as Day) : null

/** A root as it is published. Its reader verifies its line, so the house need not do so for each answer. */
function rootShown({ day, line }: StoredRoot) {
  const content = contentOf(line)
  return { day, leaves: content?.leaves ?? null, root: content?.root ?? null, line }
}

const seedShown = ({ day, seed }: RevealedSeed) => ({ day, seed: hexOf(seed) })

const shownOf = ({ firstDay, links, end, publishedAt }: SeedChain, newest: RevealedSeed | null) => ({
  firstDay,
  links,
  publishedAt,
  end: hexOf(end),
  newest: newest && seedShown(newest),
})

/** Runs the reads one after the other, because they share a connection. */
async function inOrder<From, To>(all: readonly From[], ask: (one: From) => Promise<To>): Promise<To[]> {
  const answers: To[] = []
  for (const one of all) answers.push(await ask(one))
  return answers
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
