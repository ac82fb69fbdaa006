import type { FigureProblem } from '@lonja/core/base/figures'
import { createContext, useContext } from 'react'

/** The few texts that parts contain themselves, in the shown language. All other texts are props. */
export interface PartWords {
  readonly back: string
  readonly close: string
  readonly retry: string
  readonly loading: string
  readonly refreshing: string
  readonly refreshed: string
  readonly pull: string
  readonly release: string
  readonly reveal: string
  readonly conceal: string
  readonly more: string
  readonly less: string
  readonly erase: string
  readonly remove: string
  readonly ascending: string
  readonly descending: string
  /** The heading of today and of yesterday, with its date. */
  readonly dayToday: (day: string) => string
  readonly dayYesterday: (day: string) => string
  /** The reason for rejecting a typed day. */
  readonly dayUnread: string
  /** The reasons for rejecting a typed figure: not a figure, ambiguous, too many decimals, too many digits. */
  readonly figureUnread: string
  readonly figureAmbiguous: string
  readonly figureDecimals: string
  readonly figureLong: string
}

export const PartWordsIn = createContext<PartWords | null>(null)

/** The texts of the parts. Throws without a provider: wrap the app in `<PartWordsIn value={…}>` once. */
export function usePartWords(): PartWords {
  const words = useContext(PartWordsIn)
  if (!words) throw new Error('The parts have no words: wrap the app in <PartWordsIn value={...}>')
  return words
}

/** The reason for rejecting a typed figure, in words; undefined for an empty field. */
export function figureText(words: PartWords, problem: FigureProblem | null): string | undefined {
  switch (problem) {
    case 'not_a_figure':
      return words.figureUnread
    case 'ambiguous':
      return words.figureAmbiguous
    case 'too_many_decimals':
      return words.figureDecimals
    case 'too_long':
      return words.figureLong
    case 'empty':
    case null:
      return undefined
  }
}
