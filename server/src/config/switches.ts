import * as z from 'zod/mini'
import type { ProductsOff } from '@lonja/core/base/contract'
import type { NameIn } from '@lonja/core/base/lists'

const OnOff = z.enum(['on', 'off'])

/** A setting that is on unless the operator sets it to off. */
const switchOf = (nobody: string) => ({
  schema: OnOff,
  by: 'on',
  remedy: `give on, or off for a house in which nobody ${nobody}`,
  secret: false,
})

/** The settings by which the operator switches products off. */
export const SWITCHES = {
  IPO: switchOf('applies for shares of an offer'),
  BLOCKS: switchOf('applies for a block'),
  OPTIONS: switchOf('enters a binary option'),
  LOANS: switchOf('applies for a loan'),
  STRATEGIES: switchOf('starts a strategy'),
} as const

const SWITCH_OF = {
  ipo: 'IPO',
  blocks: 'BLOCKS',
  options: 'OPTIONS',
  loans: 'LOANS',
  strategies: 'STRATEGIES',
} as const satisfies Readonly<Record<NameIn<'products'>, keyof typeof SWITCHES>>

const PRODUCTS = Object.keys(SWITCH_OF) as NameIn<'products'>[]

/** The products whose setting is off. */
export const productsOff = (values: Readonly<Record<keyof typeof SWITCHES, z.output<typeof OnOff>>>): ProductsOff =>
  new Set(PRODUCTS.filter((product) => values[SWITCH_OF[product]] === 'off'))
