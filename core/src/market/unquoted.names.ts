/**
 * The reason why a listing has no quotes in this house: the feed does not give it, or its recording has no minutes, or
 * minutes without bid and ask; or it has another ticker by now. It has its chart, and no order in it can fill.
 *
 * In a file of their own because the app's frame reads it, and must not wait for the pages' contracts.
 */
export const UNQUOTED = ['not_heard', 'no_minutes', 'no_quotes', 'renamed'] as const
export type Unquoted = (typeof UNQUOTED)[number]
