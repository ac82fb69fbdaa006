import { createHmac, timingSafeEqual } from 'node:crypto'
import { isCurrency, type Amount } from '@lonja/core/base/amount'
import type { Instant } from '@lonja/core/base/instant'
import type { Language } from '@lonja/core/base/language'
import { Id } from '@lonja/core/base/wire'
import * as z from 'zod/mini'
import { CustomerId } from '@lonja/core/base/ids'

/** The content of a link to the checkout page: one deposit of one customer, of one amount, valid for a while. */
export interface Checkout {
  readonly customer: CustomerId
  readonly deposit: string
  readonly cash: Amount
  readonly endsAt: Instant
}

const signed = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** The token of a link: its content and the house's signature. It is used up by the deposit that it makes. */
export function checkoutToken(key: Buffer, { customer, deposit, cash, endsAt }: Checkout): string {
  const text = [customer, deposit, cash.asset, cash.units, endsAt].join(' ')
  return `${Buffer.from(text).toString('base64url')}.${signed(key, text).toString('base64url')}`
}

/** The content of a token; null for one that the house did not make. */
export function readCheckout(key: Buffer, token: string): Checkout | null {
  const [encoded = '', signature = '', ...more] = token.split('.')
  if (more.length > 0) return null
  const text = Buffer.from(encoded, 'base64url').toString('utf8')
  const [own, received] = [signed(key, text), Buffer.from(signature, 'base64url')]
  if (own.length !== received.length || !timingSafeEqual(own, received)) return null
  const [customer = '', deposit = '', asset = '', units = '', endsAt = ''] = text.split(' ')
  const owner = z.safeParse(CustomerId, customer)
  if (!owner.success || !isCurrency(asset) || !z.safeParse(Id, deposit).success) return null
  return { customer: owner.data, deposit, cash: { asset, units: BigInt(units) }, endsAt: Number(endsAt) }
}

/** The path of the page of a link, from the root of the house. */
export const checkoutPath = (language: Language, token: string): string => `checkout/${language}/${token}`
