import { useState } from 'react'
import type { Currency } from '@lonja/core/base/amount'
import { useFormats } from '@lonja/kit/formats'
import { useText } from '@lonja/kit/text'
import { useParameterText, type FormStrategy, type StrategyFacts } from './strategy.ts'

/** The amounts and parameters that a form begins with. */
export interface FirstTerms {
  readonly budget: bigint
  /** Absent: it follows the amount. */
  readonly most?: bigint
  readonly lossStop?: bigint
  readonly parameters: readonly { readonly name: string; readonly value: number }[]
}

export const FIRST_TERMS: FirstTerms = { budget: 1_000_00n, parameters: [] }

/** The loss stop that a form begins with is a fifth of the amount. */
const LOSS_PART = 5n

/** The amounts of a form as typed; null while one is not readable. */
export interface TypedAmounts {
  readonly budget: bigint | null
  /** Undefined while it follows the amount. */
  readonly most: bigint | null | undefined
  readonly lossStop: bigint | null | undefined
}

/** The amounts that a form begins with: the others follow the first one until they are typed. */
export const FIRST_AMOUNTS: TypedAmounts = { budget: FIRST_TERMS.budget, most: undefined, lossStop: undefined }

/** The amounts of a form, with those that follow. */
export const amountsOf = ({ budget, most, lossStop }: TypedAmounts) => ({
  budget,
  most: most === undefined ? budget : most,
  lossStop: lossStop === undefined ? budget && budget / LOSS_PART : lossStop,
})

interface Draft extends TypedAmounts {
  readonly parameters: Readonly<Record<string, bigint | null>>
}

function draftOf({ parameters }: Pick<FormStrategy, 'parameters'>, first: FirstTerms): Draft {
  const chosen = new Map(first.parameters.map(({ name, value }) => [name, value]))
  return {
    budget: first.budget,
    // Amounts that an earlier form left to follow go on to follow.
    most: first.most === first.budget ? undefined : first.most,
    lossStop: first.lossStop === first.budget / LOSS_PART ? undefined : first.lossStop,
    parameters: Object.fromEntries(
      parameters.map(({ name, least, most, usual }) => {
        const value = chosen.get(name) ?? usual
        return [name, BigInt(value < least || value > most ? usual : value)]
      }),
    ),
  }
}

export type Terms = ReturnType<typeof useTerms>

/** The amounts and parameters of a form, with what is wrong with each. A run and a backtest have the same. */
export function useTerms(
  strategy: Pick<FormStrategy, 'parameters'>,
  facts: StrategyFacts,
  currency: Currency,
  first: FirstTerms,
) {
  const t = useText('strategies')
  const f = useFormats()
  const write = useParameterText()
  const [draft, setDraft] = useState(() => draftOf(strategy, first))
  const { parameters } = draft
  const { budget, most, lossStop } = amountsOf(draft)
  const amount = (units: bigint) => f.amount({ asset: currency, units })
  const { least, most: largest } = facts.budget
  const bounds = t('between', { least: amount(least), most: amount(largest) })
  const within = (units: bigint | null): string | undefined =>
    units === null || units <= 0n || units > (budget ?? largest)
      ? t('aboveZero', { most: amount(budget ?? largest) })
      : undefined
  const wrong = {
    budget: budget === null || budget < least || budget > largest ? bounds : undefined,
    most: within(most),
    lossStop: within(lossStop),
  }
  const fields = strategy.parameters.map(({ name, unit, least: low, most: high }) => {
    const value = parameters[name] ?? null
    const range = t('between', { least: write(unit, low), most: write(unit, high) })
    return { name, unit, value, range, wrong: value === null || value < low || value > high ? range : undefined }
  })
  const mistake = wrong.budget ?? wrong.most ?? wrong.lossStop ?? fields.find((field) => field.wrong)?.wrong
  return {
    budget,
    most,
    lossStop,
    bounds,
    wrong,
    fields,
    mistake,
    set: {
      budget: (units: bigint | null) => setDraft({ ...draft, budget: units }),
      most: (units: bigint | null) => setDraft({ ...draft, most: units }),
      lossStop: (units: bigint | null) => setDraft({ ...draft, lossStop: units }),
      parameter: (name: string, value: bigint | null) =>
        setDraft({ ...draft, parameters: { ...parameters, [name]: value } }),
    },
    /** The terms of a request; null while something is missing. */
    request:
      budget === null || most === null || lossStop === null
        ? null
        : {
            budget,
            most,
            lossStop,
            parameters: fields.map(({ name, value }) => ({ name, value: Number(value ?? 0) })),
          },
  }
}
