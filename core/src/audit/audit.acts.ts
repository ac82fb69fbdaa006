import type { NameIn } from '../base/lists.ts'

/**
 * An act that can stand in the audit log. Each has a sentence in the console's texts in every language. A name that was once written
 * stays in the lists: the log keeps it for good.
 */
export type ActName = NameIn<'acts'> | NameIn<'houseActs'>

/** The kinds of acts that a customer can narrow the own activity to. */
export const ACTIVITY_KINDS = ['signIns', 'views', 'decisions'] as const
export type ActivityKind = (typeof ACTIVITY_KINDS)[number]

/** A feature's entry in the list of acts: sign-ins, views, what staff or the operator did, and what customers do themselves. */
export type ActPart = ActivityKind | 'own'

/** The acts of one kind. */
export const actsOfKind = (acts: Readonly<Record<string, ActPart>>, kind: ActivityKind): string[] =>
  Object.keys(acts).filter((act) => acts[act] === kind)
