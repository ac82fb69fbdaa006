import { expect, test } from 'vitest'
import { NO_STROKES, strokesAfter, type Stroke, type StrokeEvent } from './strokes.ts'

const stroke = (x: number): Stroke => [{ x, y: 0 }]
const drew = (x: number): StrokeEvent => ({ did: 'drew', stroke: stroke(x) })
const after = (...events: StrokeEvent[]) => {
  const { drawn, undone } = events.reduce(strokesAfter, NO_STROKES)
  const places = (of: readonly Stroke[]) => of.map(([first]) => first?.x)
  return [places(drawn), places(undone)]
}

// prettier-ignore
test.each<[line: string, events: StrokeEvent[], drawn: number[], undone: number[]]>([
  ['two strokes',                        [drew(1), drew(2)],                                               [1, 2], []],
  ['one taken back',                     [drew(1), drew(2), { did: 'undo' }],                              [1],    [2]],
  ['and drawn again',                    [drew(1), drew(2), { did: 'undo' }, { did: 'redo' }],             [1, 2], []],
  ['both taken back, one drawn again',   [drew(1), drew(2), { did: 'undo' }, { did: 'undo' }, { did: 'redo' }], [1], [2]],
  ['a new stroke forgets what was taken back', [drew(1), { did: 'undo' }, drew(2)],                        [2],    []],
  ['clearing can be undone',             [drew(1), drew(2), { did: 'clear' }, { did: 'redo' }],            [1],    [2]],
  ['nothing to take back',               [{ did: 'undo' }],                                                [],     []],
  ['nothing to draw again',              [drew(1), { did: 'redo' }],                                       [1],    []],
])('%s', (_line, events, drawn, undone) => {
  expect(after(...events)).toEqual([drawn, undone])
})
