import type { ListingId } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { Instant } from '@lonja/core/base/instant'
import { listCandles } from '@lonja/core/market/market.contract'
import {
  candleDifferences,
  candleIn,
  quoteDifferences,
  type CheckedCandle,
  type QuoteFigures,
} from '@lonja/core/proof/price.differences'
import type { PriceCheck } from '@lonja/core/proof/price.proof'
import type { readAbout } from '@lonja/core/proof/proof.contract'
import { askOnce } from '@lonja/kit/reads'

export interface WorkerQuestion {
  readonly number: number
  readonly about: ReplyOf<typeof readAbout>
  readonly listing: ListingId
  readonly at: Instant
}

export interface WorkerAnswer {
  readonly number: number
  /** Null for a house with recorded prices. */
  readonly check: PriceCheck | null
}

/** The figures compared with the recomputed price. */
export type ComparedFigure = 'fill' | 'minute' | 'day'

export interface CheckResult {
  readonly listing: ListingId
  readonly at: Instant
  readonly check: PriceCheck
  readonly compared: readonly ComparedFigure[]
  readonly differing: readonly ComparedFigure[]
}

/** A worker that computes prices, so that the screen stays responsive. */
export interface Workbench {
  check(question: Omit<WorkerQuestion, 'number'>): Promise<PriceCheck>
  close(): void
}

export function openWorkbench(): Workbench {
  let worker: Worker | null = null
  let requests = 0
  const check = (question: Omit<WorkerQuestion, 'number'>): Promise<PriceCheck> => {
    const bench = (worker ??= new Worker(new URL('./price.worker.ts', import.meta.url), { type: 'module' }))
    const number = ++requests
    return new Promise((resolve, reject) => {
      const heard = ({ data }: MessageEvent<WorkerAnswer>): void => {
        if (data.number !== number) return
        bench.removeEventListener('message', heard)
        if (data.check) resolve(data.check)
        else reject(new Error('there is no seed to check by'))
      }
      bench.addEventListener('message', heard)
      bench.addEventListener(
        'error',
        () => {
          // A worker that failed to load is created again for the next question.
          worker = null
          reject(new Error('the worker failed'))
        },
        { once: true },
      )
      // A worker has no origin to name: it talks to this page only.
      // eslint-disable-next-line unicorn/require-post-message-target-origin
      bench.postMessage({ ...question, number } satisfies WorkerQuestion)
    })
  }
  return { check, close: () => worker?.terminate() }
}

/** Recompute a price and read the house's own. Rejects if either fails. */
export async function checkShown(
  workbench: Workbench,
  question: Omit<WorkerQuestion, 'number'>,
  used: QuoteFigures | null,
): Promise<CheckResult> {
  const { listing, at } = question
  const check = await workbench.check(question)
  if (check.result !== 'computed') return { listing, at, check, compared: [], differing: [] }
  const [minute, day] = await Promise.all([
    shownCandle(listing, 'minute', check.minute),
    shownCandle(listing, 'day', check.day),
  ])
  const compared: ComparedFigure[] = [...(used ? (['fill'] as const) : []), 'minute', 'day']
  const differs: Record<ComparedFigure, boolean> = {
    fill: used !== null && quoteDifferences(check.quote, used).length > 0,
    minute: candleDifferences(check.minute, minute).length > 0,
    day: candleDifferences(check.day, day).length > 0,
  }
  return { listing, at, check, compared, differing: compared.filter((what) => differs[what]) }
}

const shownCandle = async (listing: ListingId, interval: 'minute' | 'day', { at }: CheckedCandle) =>
  candleIn(await askOnce(listCandles, { listing, interval, from: at, to: at + 1, limit: 1, form: 'raw' }))
