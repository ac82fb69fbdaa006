import * as z from 'zod/mini'
import { read, write, type Topic } from '../base/contract.ts'
import type { NameIn } from '../base/lists.ts'
import { Id, Moment, Money } from '../base/wire.ts'

/**
 * The codes of features in the joined lists, each list in the order of the refusals, and the topics of those features.
 * They are parameters, so that a new code changes the types of the roof alone.
 */
interface AgainstLeaving<UnderWay extends string, Open extends string> {
  readonly startOver: readonly UnderWay[]
  readonly closing: readonly Open[]
  readonly topics: readonly Topic[]
}

/** The trading password. */
const Secret = z.string().check(z.maxLength(128))
/** For accounts with a second step: six digits from the authenticator app, or a recovery code. */
const Code = z.optional(z.string().check(z.maxLength(40)))

/** The amounts that an account hands back. */
const HandedBack = {
  /** The number of open orders to cancel first. */
  orders: z.int(),
  /** The number of instruments whose shares go back, and the shares' cost. No price is needed. */
  positions: z.int(),
  cost: z.array(Money),
  /** Cash to hand back: free cash and cash held by orders, without the shares' cost. */
  cash: z.array(Money),
  /** Debts to the house, which are paid first. Starting over pays the rest from the grant; closing writes it off. */
  owed: z.array(Money),
  /** Debts from loans: what is free in euros then pays them, and the house lets the rest go, also when starting over. */
  lent: z.array(Money),
}
/** The house's starting grant; null for none. */
const Grant = z.nullable(Money)

/** Both hand back or give up what the account owns, as a withdrawal does: no money goes out from level 2 on. */
const LEAVING_RESTRICTED_FROM = 2

/** A preview of starting over, in figures. */
const readStartOverOf = <Code extends string>(codes: readonly Code[], topics: readonly Topic[]) =>
  read({
    path: '/portfolio/start-over',
    caller: 'customer',
    summary: 'What starting over would do now, and what stands against it',
    topics,
    input: z.strictObject({}),
    reply: z.object({
      ...HandedBack,
      grant: Grant,
      against: z.nullable(z.enum(codes)),
      /** The earliest time for the next one; null if the time does not block it. */
      againAt: z.nullable(Moment),
      hasTradingPassword: z.boolean(),
      /** The time of the customer's last one; null for never. */
      lastAt: z.nullable(Moment),
    }),
  })

/**
 * Start over: postings return everything to the house, and the starting grant is paid again. The history stays in the
 * books.
 */
const startOverOf = <Code extends string>(codes: readonly Code[]) =>
  write({
    path: '/portfolio/start-over',
    caller: 'customer',
    restrictedFrom: LEAVING_RESTRICTED_FROM,
    key: 'id',
    summary: 'Hand everything back and begin again with the starting grant; the history stays',
    input: z.strictObject({ id: Id, password: Secret }),
    reply: z.object({ id: Id, at: Moment, ...HandedBack, grant: Grant }),
    refusals: [...codes, 'missing_information', 'trading_password_needed', 'wrong_trading_password', 'too_many_tries'],
  })

/** A preview of closing, in figures, with everything that blocks it. */
const readClosingOf = <Code extends string>(codes: readonly Code[], topics: readonly Topic[]) =>
  read({
    path: '/portfolio/closing',
    caller: 'customer',
    summary: 'What closing the account would hand back, and all that stands against it',
    topics,
    input: z.strictObject({}),
    reply: z.object({
      ...HandedBack,
      against: z.array(z.enum(codes)),
      hasTradingPassword: z.boolean(),
      /** A one-time code is required. */
      needsCode: z.boolean(),
      phone: z.string(),
    }),
  })

/**
 * Close the account for good: postings return everything to the house, every session ends, and the phone number may
 * register again. The books stay.
 */
const closeAccountOf = <Code extends string>(codes: readonly Code[]) =>
  write({
    path: '/portfolio/close-account',
    caller: 'customer',
    restrictedFrom: LEAVING_RESTRICTED_FROM,
    // No session remains that could ask for a stored answer.
    key: 'none',
    summary: 'Hand everything back and close the account for good',
    input: z.strictObject({ password: Secret, code: Code }),
    reply: z.object({ closedAt: Moment, ...HandedBack }),
    refusals: [
      ...codes,
      'missing_information',
      'trading_password_needed',
      'wrong_trading_password',
      'code_needed',
      'wrong_code',
      'too_many_tries',
    ],
  })

/** The calls of starting over and closing, with the refusals that features bring between the house's own. */
export function leavingCallsFor<UnderWay extends string, Open extends string>(against: AgainstLeaving<UnderWay, Open>) {
  const topics = [...new Set<Topic>(['balances', ...against.topics, 'profile'])]
  const startOver = [...against.startOver, 'started_over_lately', 'nothing_to_start_over'] as const
  const closing = [...against.closing] as const
  return {
    readStartOver: readStartOverOf(['account_restricted', 'access_waits', ...startOver] as const, topics),
    startOver: startOverOf(startOver),
    readClosing: readClosingOf(['account_restricted', 'access_waits', ...closing] as const, topics),
    closeAccount: closeAccountOf(closing),
  }
}

export type LeavingCalls = ReturnType<typeof leavingCallsFor<NameIn<'againstStartOver'>, NameIn<'againstClosing'>>>
