import type { NameIn } from '../base/lists.ts'

/**
 * An act in the audit log. Each has a sentence in the console's texts in every language. A name once written stays in
 * the lists, because the log keeps it for good.
 */
export type ActName = NameIn<'acts'> | NameIn<'houseActs'>

/** The kinds of acts by which a customer can filter the activity. */
export const ACTIVITY_KINDS = ['signIns', 'views', 'decisions'] as const
export type ActivityKind = (typeof ACTIVITY_KINDS)[number]

/** A feature's entry in the list of acts: sign-ins, views, acts of staff or the operator, and acts of customers. */
export type ActPart = ActivityKind | 'own'

/** The acts of one kind. */
export const actsOfKind = (acts: Readonly<Record<string, ActPart>>, kind: ActivityKind): string[] =>
  Object.keys(acts).filter((act) => acts[act] === kind)
