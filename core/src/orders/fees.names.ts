import * as z from 'zod/mini'

/**
 * The versions of the fee table that orders may have, and the rules by which their fills are rounded to the cent. They have
 * a file of their own because the app's frame reads it, and must not wait for the contract of orders.
 */
export const FEE_TABLE_VERSIONS = [1, 2] as const
export const ROUNDINGS = ['half_even', 'against_customer'] as const
export const FeeTableNumber = z.literal(FEE_TABLE_VERSIONS)
