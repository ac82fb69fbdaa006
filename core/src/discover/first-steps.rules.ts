/** The three things that a newcomer does first, in their order on home. */
export const FIRST_STEPS = ['look', 'buy', 'alert'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

export interface FirstStepsFacts {
  /** A page of a share was looked at since the account was opened. */
  readonly looked: boolean
  /** An order of a purchase was filled, if only in part. */
  readonly bought: boolean
  /** A price alert was set, whether or not it still is. */
  readonly alerted: boolean
  /** The customer put the steps away. */
  readonly away: boolean
}

/**
 * The steps that are done, and whether home still shows them: until all are done or they are put away. Nobody buys or
 * sets an alert without having looked, also on a device that did not say so.
 */
export function firstStepsFor({ looked, bought, alerted, away }: FirstStepsFacts): {
  done: FirstStep[]
  shown: boolean
} {
  const is: Readonly<Record<FirstStep, boolean>> = { look: looked || bought || alerted, buy: bought, alert: alerted }
  const done = FIRST_STEPS.filter((step) => is[step])
  return { done, shown: !away && done.length < FIRST_STEPS.length }
}
