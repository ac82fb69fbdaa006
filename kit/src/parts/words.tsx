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
}

export const PartWordsIn = createContext<PartWords | null>(null)

/** The words of the parts. Throws where nobody gave them: wrap the app in `<PartWordsIn value={…}>` once. */
export function usePartWords(): PartWords {
  const words = useContext(PartWordsIn)
  if (!words) throw new Error('The parts have no words: wrap the app in <PartWordsIn value={...}>')
  return words
}
