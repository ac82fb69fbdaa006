import { checkDraw, ownTicketIn } from '@lonja/core/ipo/draw.check'
import { drawFor } from '@lonja/core/ipo/draw.rules'
import { customersFrom, dice, hashOf, realFacts } from '@lonja/core/ipo/draw.testing'
import { drawText } from '@lonja/core/ipo/draw.text'
import { wholeLots } from '@lonja/core/ipo/terms.text'

/** Milliseconds of the check that a phone makes of a published draw, with a real round of drand, on this machine. */
export interface CheckerFigures {
  readonly own: number
  readonly all: number
  /** Two hashes for each row: what no check of leaves and ranks can do without. */
  readonly anchor: number
}

const TIMES = 5
/** About as long as a row of the list. */
const ROW = '0'.repeat(80)
/** A quarter of the lots asked for, about. */
const LOTS_EACH = 3

export function checkerOf(count: number): CheckerFigures {
  const facts = realFacts()
  const terms = { ...facts.terms, lots: wholeLots(BigInt(count * LOTS_EACH)) }
  const customers = customersFrom(dice('checker'), count, terms.most)
  const text = drawText(drawFor({ ...facts, terms, customers }))
  const application = `application ${customers[Math.floor(count / 2)]?.ticket}`
  const isListed = (): boolean => ownTicketIn(text, application) !== null
  const isRight = (): boolean => checkDraw(text).wrong.length === 0
  return { own: medianOf(TIMES, isListed), all: medianOf(1, isRight), anchor: medianOf(1, () => hashTwice(count)) }
}

function medianOf(times: number, act: () => boolean): number {
  const all = Array.from({ length: times }, () => {
    const began = performance.now()
    if (!act()) throw new Error('The check of the draw does not hold.')
    return performance.now() - began
  })
  return all.toSorted((a, b) => a - b)[Math.floor(times / 2)] ?? Number.NaN
}

function hashTwice(count: number): boolean {
  for (let n = 0; n < count; n++) for (const kind of ['leaf', 'rank']) hashOf(`${kind} ${n} ${ROW}`)
  return true
}
