import { isIP } from 'node:net'
import * as z from 'zod/mini'
import type { Amount, Currency, ListingId } from '@lonja/core/base/amount'
import type { Instant } from '@lonja/core/base/instant'
import { Cents, Listing } from '@lonja/core/base/wire'
import { isOwnMachine } from '../base/own-machine.ts'

/** Names that Fastify knows for the usual private networks. */
const NETWORKS = new Set(['loopback', 'linklocal', 'uniquelocal'])

/** An address, a network such as 10.0.0.0/8, or the name of one. */
function isProxy(text: string): boolean {
  const [address = '', bits, more] = text.trim().split('/')
  if (bits === undefined) return NETWORKS.has(address) || isIP(address) !== 0
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  return more === undefined && /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= most
}

/** The address of a house as people use it: without a path, because every link of the house begins at its root. */
export const siteUrl = z.url({ protocol: /^https?$/ }).check(z.refine((text) => /^https?:\/\/[^/?#]+\/*$/.test(text)))

/** The proxies whose forwarded addresses are believed: none, all, the nearest few, or these addresses. */
export const proxies = z.pipe(
  z.string().check(z.refine((text) => /^(true|false|\d{1,3})$/.test(text) || text.split(',').every(isProxy))),
  z.transform((text): boolean | number | string[] => {
    if (text === 'true' || text === 'false') return text === 'true'
    return /^\d+$/.test(text) ? Number(text) : text.split(',').map((part) => part.trim())
  }),
)

/** Listings separated by spaces or commas: `XNYS:ABC, XMAD:DEF`. */
export const listings = z
  .pipe(
    z.string(),
    z.transform((text) => text.split(/[\s,]+/).filter(Boolean)),
  )
  .check(
    z.maxLength(2_000),
    z.refine((all) => all.every((one) => z.safeParse(Listing, one).success)),
  ) as z.ZodMiniType<readonly ListingId[]>

/** An encrypted address, so that a key is never sent in the open. An address of this machine may be unencrypted. */
export const safeUrl = (scheme: 'ws' | 'http') =>
  z.pipe(
    z.string().check(
      z.refine((text) => {
        if (!URL.canParse(text)) return false
        const { protocol, hostname, username, search } = new URL(text)
        if (username !== '' || search !== '') return false
        return protocol === `${scheme}s:` || (protocol === `${scheme}:` && isOwnMachine(hostname))
      }),
    ),
    z.transform((text) => text.replace(/\/+$/, '')),
  )

/** Two relays of drand on different hosts, or none: one alone could keep a draw waiting. */
export const drandRelays = z
  .pipe(
    z.string(),
    z.transform((text) => text.split(/\s+/).filter(Boolean).map(relayIn)),
  )
  .check(
    z.refine((all) => all.length === 0 || all.length === 2),
    z.refine((all) => all.every((one) => one !== null)),
    z.refine((all) => new Set(all.map((one) => one && new URL(one).host)).size === all.length),
  )

/** The address of a relay without a slash at its end; null for any other text. */
function relayIn(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { protocol, username, password, search, hash, href } = new URL(text)
  const isPlain = protocol === 'https:' && `${username}${password}${search}${hash}` === ''
  return isPlain ? href.replace(/\/+$/, '') : null
}

/** A contact: a mail address or a page. */
export const contact = z.string().check(z.regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/), z.maxLength(200))

/**
 * The contact for push services. Without one, the public address identifies the house; a house on localhost uses a
 * placeholder.
 */
export const contactFor = (set: string | null, publicUrl: string | null): string =>
  set ?? (publicUrl?.startsWith('https:') ? publicUrl : 'mailto:house@localhost')

/** A setting that may be missing. An empty one is missing. */
export const orNull = <T extends z.ZodMiniType>(schema: T) => z.nullable(schema)

export const wholeNumber = (least: number, most: number) =>
  z
    .pipe(
      z.string().check(z.regex(/^\d{1,9}$/)),
      z.transform((text) => Number(text)),
    )
    .check(z.minimum(least), z.maximum(most))

/** `50000 EUR`, `100000.00 EUR`. */
export const grant = z
  .pipe(
    z.string().check(z.regex(/^\d{1,12}(\.\d{1,2})? (EUR|USD)$/)),
    z.transform((text): Amount => {
      const [units = '', currency = ''] = text.split(' ')
      return { asset: currency as Currency, units: z.decode(Cents, units) }
    }),
  )
  .check(z.refine(({ units }) => units > 0n))

/** `10`, `10000.00`. */
export const cents = z.pipe(
  z.string().check(z.regex(/^\d{1,9}(\.\d{1,2})?$/)),
  z.transform((text) => z.decode(Cents, text)),
)

export const instant = z
  .pipe(
    z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?Z$/)),
    z.transform((text): Instant => Date.parse(text)),
  )
  .check(z.refine(Number.isFinite))

export const postgresUrl = z.string().check(z.regex(/^(postgres(ql)?:\/\/|socket:)\S+$/))

export const keyText = z.string().check(z.regex(/^[\x21-\x7e]{4,200}$/))
