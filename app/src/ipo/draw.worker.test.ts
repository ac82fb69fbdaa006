import { expect, test } from 'vitest'
import { DRAW_STEPS, type DrawStep } from '@lonja/core/ipo/draw.check'
import { drawFor } from '@lonja/core/ipo/draw.rules'
import { realFacts } from '@lonja/core/ipo/draw.testing'
import { drawText } from '@lonja/core/ipo/draw.text'
import type { DrawAnswer } from './checking.ts'
import { DRAW_TEXT, drawnOffer, loadDrawWorker, textWithoutOwn } from './drawn.testing.ts'

const answer = await loadDrawWorker()

function answersTo(text: string, application: string | null = null): DrawAnswer[] {
  const answers: DrawAnswer[] = []
  answer({ text, application }, (each) => answers.push(each))
  return answers
}

const wrongIn = (answers: readonly DrawAnswer[]): DrawStep[] =>
  answers.flatMap((each) => (each.kind === 'step' && !each.holds ? [each.step] : []))

const REAL = drawText(drawFor(realFacts()))

test('a draw by a real round of drand holds in every step, and the end has its content', () => {
  const answers = answersTo(REAL)
  expect(answers.slice(0, -1)).toEqual(DRAW_STEPS.map((step) => ({ kind: 'step', step, holds: true })))
  expect(answers.at(-1)).toMatchObject({ kind: 'end', content: { tickets: 12, isOfSeeds: false }, path: [] })
})

test('the own ticket comes before any step, and its path with the end', () => {
  const { application, root, termsHash } = drawnOffer()
  const answers = answersTo(DRAW_TEXT, application!.id)
  expect(answers[0]).toMatchObject({
    kind: 'own',
    own: { leaf: application!.leaf, row: { ticket: application!.ticket } },
  })
  const end = answers.at(-1)
  expect(end).toMatchObject({ kind: 'end', content: { root, termsHash, isOfSeeds: true } })
  expect(end?.kind === 'end' && end.path.length).toBeGreaterThan(3)
})

test('an own application that is not on the list is told as missing', () => {
  const answers = answersTo(textWithoutOwn(), drawnOffer().application!.id)
  expect(answers[0]).toEqual({ kind: 'own', own: null })
  expect(wrongIn(answers)).toEqual([])
})

/** The text with one sign changed: that of the group of a form. */
function changed(form: RegExp): string {
  const at = form.exec(REAL)!.indices![1]![0]
  return REAL.slice(0, at) + (REAL.charAt(at) === '1' ? '2' : '1') + REAL.slice(at + 1)
}

// prettier-ignore
test.each<[string, RegExp, readonly DrawStep[]]>([
  ['the version of the rule', /^lonja draw (1)$/dm,                   ['form']],
  ['a mark of the list',      /^\d+ \d+ [0-9a-f]{63}(\w) \d+ \d+$/dm, ['root']],
  ['the signature',           /^round \d+ [0-9a-f]{95}(\w)$/dm,       ['beacon']],
  ['the randomness',          /^randomness [0-9a-f]{63}(\w)$/dm,      ['beacon', 'seed']],
  ['the seed',                /^seed [0-9a-f]{63}(\w)$/dm,            ['seed', 'order']],
])('one byte changed in %s is named', (_what, form, wrong) => {
  expect(wrongIn(answersTo(changed(form)))).toEqual(wrong)
})

test('a text that is no draw ends without content', () => {
  expect(answersTo('<!doctype html>\n', drawnOffer().application!.id)).toEqual([
    { kind: 'own', own: null },
    { kind: 'step', step: 'form', holds: false },
    { kind: 'end', content: null, path: [] },
  ])
})
