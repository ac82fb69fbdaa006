import { useRef, useState } from 'react'
import type { ListingId } from '@lonja/core/base/amount'
import { checkOwnStrategy } from '@lonja/core/strategies/own.contract'
import type { OwnDiagnostic } from '@lonja/core/strategies/strategies.contract'
import { askOnce, type ReadError } from '@lonja/kit/reads'
import type { Check, Trial } from './own.ts'

/** The day of a listing over which a text is run. */
export interface Day {
  readonly listing: ListingId
  readonly day: string
}

/** A trial with the text and the day that it is of. */
export interface ShownTrial {
  readonly text: string
  readonly of: Day
  readonly trial: Trial
}

interface Last {
  readonly text: string
  readonly diagnostics: readonly OwnDiagnostic[]
  /** Why there is no answer, in words. */
  readonly failed: string | null
}

const NO_FAULTS: readonly OwnDiagnostic[] = []

/** Compile the text and run it over a day, at the house. `onReply` gets the result. */
export function useCheck(onReply: (check: Check) => void) {
  const [isRunning, setRunning] = useState(false)
  const [last, setLast] = useState<Last | null>(null)
  const [shown, setShown] = useState<ShownTrial | null>(null)
  const running = useRef(false)
  function start(text: string, of: Day | null): void {
    if (running.current) return
    running.current = true
    setRunning(true)
    const end = (answer: Last): void => {
      running.current = false
      setRunning(false)
      setLast(answer)
    }
    askOnce(checkOwnStrategy, { text, try: of }).then(
      (check) => {
        end({ text, diagnostics: check.diagnostics, failed: null })
        if (of && check.trial) setShown({ text, of, trial: check.trial })
        onReply(check)
      },
      (error: ReadError) => end({ text, diagnostics: NO_FAULTS, failed: error.message }),
    )
  }
  return {
    start,
    isRunning,
    /** The faults of the text; none once it was changed, because they may be mended. */
    faultsOf: (text: string): readonly OwnDiagnostic[] => (last?.text === text ? last.diagnostics : NO_FAULTS),
    failureOf: (text: string): string | null => (last?.text === text ? last.failed : null),
    /** The last trial, also that of an earlier text. */
    shown,
  }
}
