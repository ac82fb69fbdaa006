import { vi } from 'vitest'
import { eur } from '@lonja/core/base/amount'
import { allottedOf, drawFor, leafOf, markOf, rowText, type DrawFacts } from '@lonja/core/ipo/draw.rules'
import { calmFacts } from '@lonja/core/ipo/draw.testing'
import { drawText } from '@lonja/core/ipo/draw.text'
import { termsHash } from '@lonja/core/ipo/terms.text'
import type { DrawAnswer, DrawQuestion } from './checking.ts'
import { application, NOW, whole } from './offer.testing.ts'
import type { WholeOffer } from './offer.ts'

/** The id of the customer's own application in the draw below. */
const OWN = '019a9000-0000-7000-8000-000000000077'

/** A draw of twelve customers and a crowd by the seed of a day, in which the third customer is the one of the test. */
function factsOfDraw(): DrawFacts {
  const facts = calmFacts({ beacon: { kind: 'seeds' } })
  const customers = facts.customers.map((each, n) => (n === 2 ? { ...each, mark: markOf(OWN) } : each))
  return { ...facts, customers }
}

const DRAW = drawFor(factsOfDraw())
export const DRAW_TEXT = drawText(DRAW)
export const DRAWN_OFFER = DRAW.facts.terms.offer

const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** The same draw with the own application left out, drawn by the rule. */
export const textWithoutOwn = (): string =>
  drawText(drawFor({ ...DRAW.facts, customers: DRAW.facts.customers.filter(({ mark }) => mark !== markOf(OWN)) }))

const OWN_ROW = DRAW.drawn.find(({ mark }) => mark === markOf(OWN))!

/** The offer of that draw with the customer's receipt. */
export function drawnOffer(more: Partial<WholeOffer> = {}): WholeOffer {
  const { terms } = DRAW.facts
  const { allotment, place, ticket, lots } = OWN_ROW
  return whole({
    id: terms.offer,
    state: 'drawn',
    drawnAt: NOW,
    lots: terms.lots,
    termsHash: termsHash(terms),
    root: hexOf(DRAW.root.hash),
    rootAt: NOW,
    application: application({
      id: OWN,
      offer: terms.offer,
      state: allottedOf(allotment) > 0n ? 'won' : 'not_won',
      ticket,
      lots,
      row: rowText(OWN_ROW),
      leaf: hexOf(leafOf(rowText(OWN_ROW))),
      result: {
        ...allotment,
        place,
        won: allottedOf(allotment) * terms.lot,
        payable: eur(0n),
        due: eur(0n),
        refund: eur(0n),
      },
    }),
    ...more,
  })
}

export const OWN_PLACE = OWN_ROW.place

/** The code of the worker in this process: it answers a question as it does in a browser. */
export async function loadDrawWorker(): Promise<(question: DrawQuestion, tell: (answer: DrawAnswer) => void) => void> {
  let listener: (event: { data: DrawQuestion }) => void = () => undefined
  vi.stubGlobal('addEventListener', (_type: string, heard: typeof listener) => {
    listener = heard
  })
  await import('./draw.worker.ts')
  vi.unstubAllGlobals()
  return (question, tell) => {
    vi.stubGlobal('postMessage', (answer: DrawAnswer) => tell(structuredClone(answer)))
    listener({ data: structuredClone(question) })
    vi.unstubAllGlobals()
  }
}
