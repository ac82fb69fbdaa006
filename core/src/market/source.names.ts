/** Where prices may come from. In a file of its own: the frame of the app reads it, and shall not wait for the pages' contracts. */
export const SOURCES = ['practice', 'replay', 'alpaca'] as const
