import type { FigureProblem } from '@lonja/core/base/figures'
import { createContext, useContext } from 'react'

/** The few words that parts say by themselves, in the shown language. Everything else reaches a part as a prop. */
export interface PartWords {
  readonly back: string
  readonly close: string
  readonly retry: string
  readonly loading: string
  readonly refreshing: string
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
  /** The head of this day and of the one before, with its date. */
  readonly dayToday: (day: string) => string
  readonly dayYesterday: (day: string) => string
  /** Why a typed figure is not taken: not a figure, two readings, more decimals than allowed, too many digits. */
  readonly figureUnread: string
  readonly figureAmbiguous: string
  readonly figureDecimals: string
  readonly figureLong: string
}

export const PartWordsIn = createContext<PartWords | null>(null)

/** The words of the parts. Throws where nobody gave them: wrap the app in `<PartWordsIn value={…}>` once. */
export function usePartWords(): PartWords {
  const words = useContext(PartWordsIn)
  if (!words) throw new Error('The parts have no words: wrap the app in <PartWordsIn value={...}>')
  return words
}

/** Why a typed figure is not taken, in words; none for a field that is merely empty. */
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
