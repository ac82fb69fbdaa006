import type { ListingId } from '@lonja/core/base/amount'
import { maskedPhone } from '@lonja/core/accounts/accounts.rules'
import { RESTRICTION_REASONS } from '@lonja/core/accounts/restrictions.rules'
import { findOf, maskedName } from '@lonja/core/accounts/search.rules'
import { RESTRICTION_LEVELS } from '@lonja/core/base/contract'
import { HOUR, type Instant } from '@lonja/core/base/instant'
import { listCustomerRows } from '../accounts/accounts.store.ts'
import { resetCustomer, showCustomer, unlockCustomer } from '../accounts/operator.actions.ts'
import { liftCustomer, restrictCustomer } from '../restrictions/operator.actions.ts'
import { argumentsIn } from './arguments.ts'
import { CannotOpen, exitOnCannotOpen } from '../base/cannot.ts'
import { systemClock } from '../base/clock.ts'
import { configFrom, type Config } from '../config/config.ts'
import { withHouseDatabase } from '../database/database.ts'
import type { Db } from '../database/db.ts'
import { usualFolder } from '../cluster/folder.ts'
import { heldBy } from '../corporate/corporate.jobs.ts'
import { listActionRows } from '../corporate/corporate.store.ts'
import { listOffered } from '../ipo/listing.actions.ts'
import { openBeside } from '../market/market.beside.ts'
import { keyFor, readSecret, type HouseSecret } from '../secrets/secret.ts'

const USAGE =
  'Say npm run customer -- list [--find TEXT], or show, unlock, reset-link, restrict or lift with a customer’s id or phone number.'

/**
 * `npm run customer -- list | show ID | unlock ID | reset-link ID | restrict ID --level … --reason … --days … | lift ID`: the
 * operator's acts for one customer, beside an open or closed house.
 */
export const run = (args: readonly string[] = process.argv.slice(2)): Promise<void> =>
  exitOnCannotOpen(async () => {
    const command = optionsFrom(args)
    await withHouseDatabase('customer', async (db) => {
      for (const line of await did(db, command, systemClock.now())) console.log(line)
    })
  })

async function did(db: Db, { act, named, options }: CommandOptions, now: Instant): Promise<string[]> {
  if (act === 'list') return list(db, options.find, now)
  if (act === 'show') return showCustomer(db, named, now)
  if (act === 'unlock') {
    const secret = secretOf(configFrom(process.env))
    const how = { address: options.address ?? null, secondStep: options['second-step'] === true }
    const sentence = await unlockCustomer({ db, attemptsKey: keyFor(secret, 'attempts') }, named, how, now)
    const byAddress = 'Tries counted by address end within a quarter of an hour; --address forgets one at once.'
    return options.address === undefined ? [sentence, byAddress] : [sentence]
  }
  if (act === 'reset-link') {
    const { path, endsAt } = await resetCustomer(db, named, now)
    return [`One-time link for a new password, until ${timeOf(endsAt)}. After the house's own address:`, `  ${path}`]
  }
  if (act === 'lift')
    return [(await liftCustomer(db, named, now)) ? 'The account is free again.' : 'Nothing held it back.']
  const { level, reason, days } = holdingIn(options)
  const until = now + days * 24 * HOUR
  const config = configFrom(process.env)
  const beside = await openBeside({ db, config, secret: secretOf(config), clock: systemClock, offered: listOffered })
  const market = {
    ...beside,
    heldAt: heldBy(await db.read(listActionRows), beside.now()),
    last: (listing: ListingId) => beside.quoteAt(listing, beside.now())?.last ?? null,
  }
  await restrictCustomer({ db, market }, named, { level, reason, until }, now)
  return [`The account is restricted to level ${level} until ${timeOf(until)} (${reason}); the customer is told.`]
}

const secretOf = ({ databaseUrl, dataDir, secretKey }: Config): HouseSecret =>
  readSecret(secretKey, dataDir ?? usualFolder(databaseUrl === null, () => {}))

const MOST_LISTED = 200

async function list(db: Db, find: string | undefined, now: Instant): Promise<string[]> {
  const search = find === undefined ? null : findOf(find)
  const rows = await db.read((tx) => listCustomerRows(tx, search, { before: null, most: MOST_LISTED, now }))
  if (rows.length === 0) return ['No customer is found.']
  return rows.map(
    ({ id, phone, displayName, kyc, joinedAt, restricted }) =>
      `  ${id}  ${maskedPhone(phone).padEnd(11)}  ${timeOf(joinedAt)}  ${kyc}${restricted ? ', restricted' : ''}  ${maskedName(displayName) ?? ''}`,
  )
}

const timeOf = (at: Instant): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`

const ACTS = ['list', 'show', 'unlock', 'reset-link', 'restrict', 'lift'] as const

interface CommandOptions {
  readonly act: (typeof ACTS)[number]
  readonly named: string
  readonly options: Options
}

const OPTIONS = {
  find: 'text',
  level: 'text',
  reason: 'text',
  days: 'text',
  address: 'text',
  'second-step': 'flag',
} as const
type Options = ReturnType<typeof argumentsIn<typeof OPTIONS>>['values']

export function optionsFrom(args: readonly string[]): CommandOptions {
  const { values, words } = argumentsIn(args, OPTIONS, { words: 2 })
  const [word = '', named = ''] = words
  const act = ACTS.find((each) => each === word)
  if (!act || (act !== 'list' && named === '')) throw new CannotOpen(USAGE)
  return { act, named, options: values }
}

export function holdingIn({ level = '3', reason, days = '7' }: Pick<Options, 'level' | 'reason' | 'days'>) {
  const restriction = RESTRICTION_LEVELS.find((each) => String(each) === level)
  if (!restriction) throw new CannotOpen(`--level is "${level}": give 1 (no new risk), 2 (no money out) or 3 (closed).`)
  const known = RESTRICTION_REASONS.find((each) => each === reason)
  if (!known) throw new CannotOpen(`--reason is "${reason ?? ''}": give one of ${RESTRICTION_REASONS.join(', ')}.`)
  const count = /^[1-9]\d?$/.test(days) ? Number(days) : 0
  if (count < 1 || count > 90) throw new CannotOpen(`--days is "${days}": give a whole number from 1 to 90.`)
  return { level: restriction, reason: known, days: count }
}
