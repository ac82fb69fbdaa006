import { checkPrice, proofFrom } from '@lonja/core/proof/price.proof'
import { practiceUniverse } from '@lonja/core/universe/universe'
import type { WorkerAnswer, WorkerQuestion } from './working.ts'

/*
 * The practice market in the browser, off the main thread: thousands of companies are generated once, then each
 * price is fast.
 */

let universe: ReturnType<typeof practiceUniverse> | null = null

addEventListener('message', ({ data }: MessageEvent<WorkerQuestion>) => {
  const { number, about, listing, at } = data
  const proof = proofFrom(about)
  universe ??= practiceUniverse()
  const answer: WorkerAnswer = { number, check: proof && checkPrice(proof, listing, at, universe) }
  postMessage(answer)
})
