// @vitest-environment jsdom
import { fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { show } from '@lonja/kit/screens.testing'
import { withApp } from '../screens.testing.tsx'
import { SignaturePad } from './SignaturePad.tsx'
import { NO_STROKES } from './strokes.ts'

withApp()

/** The pad's place in the window. */
const PAD = { x: 20, y: 400, width: 300, height: 100 }

beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(DOMRect.fromRect(PAD))
  HTMLElement.prototype.setPointerCapture = () => undefined
})
afterEach(() => vi.restoreAllMocks())

/** The stroke that a hand leaves between places of the window. */
function drawn(...places: readonly (readonly [number, number])[]) {
  const tell = vi.fn()
  const page = show(<SignaturePad strokes={NO_STROKES} tell={tell} error={undefined} />)
  const pad = page.getByRole('img')
  const [first, ...others] = places.map(([clientX, clientY]) => ({ clientX, clientY, bubbles: true }))
  fireEvent(pad, new MouseEvent('pointerdown', first))
  for (const place of others) fireEvent(pad, new MouseEvent('pointermove', place))
  expect(tell).not.toHaveBeenCalled()
  fireEvent(pad, new MouseEvent('pointerup', { bubbles: true }))
  return tell.mock.calls
}

test('a stroke has its places as parts of the width and of the height', () => {
  expect(drawn([95, 425], [170, 450], [320, 500])).toEqual([
    [
      {
        did: 'drew',
        stroke: [
          { x: 0.25, y: 0.25 },
          { x: 0.5, y: 0.5 },
          { x: 1, y: 1 },
        ],
      },
    ],
  ])
})

test('a hand that leaves the pad draws along its edge', () => {
  expect(drawn([170, 450], [0, 390], [999, 999])).toEqual([
    [
      {
        did: 'drew',
        stroke: [
          { x: 0.5, y: 0.5 },
          { x: 0, y: 0 },
          { x: 1, y: 1 },
        ],
      },
    ],
  ])
})
