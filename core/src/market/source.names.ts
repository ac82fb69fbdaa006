/**
 * The possible sources of prices. They have a file of their own because the app's frame reads it, and must not wait for
 * the pages' contracts.
 */
export const SOURCES = ['practice', 'replay', 'alpaca'] as const
