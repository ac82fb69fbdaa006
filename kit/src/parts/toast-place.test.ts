import { expect, test } from 'vitest'
import { bottomOfToast } from './toast-place.ts'

const place = (of: Partial<Parameters<typeof bottomOfToast>[0]>) =>
  bottomOfToast({ window: 800, height: 50, docks: [], mistakes: [], ...of })

// prettier-ignore
test.each<[string, Parameters<typeof place>[0], number]>([
  ['at the bottom of a page without a dock',        {},                                                                              0],
  ['above the higher of two docks',                 { docks: [750, 700] },                                                         100],
  ['not above a dock that fills the window',        { docks: [100] },                                                                0],
  ['above a field that it would cover',             { docks: [700], mistakes: [{ top: 600, bottom: 690 }] },                       200],
  ['where it was, one pixel below a field',         { docks: [700], mistakes: [{ top: 560, bottom: 650 }] },                       100],
  ['above a field that it would touch by a pixel',  { docks: [700], mistakes: [{ top: 560, bottom: 651 }] },                       240],
  ['where it was, if the field lies under the dock',{ docks: [700], mistakes: [{ top: 700, bottom: 780 }] },                       100],
  ['above two fields in turn',                      { docks: [700], mistakes: [{ top: 540, bottom: 590 }, { top: 600, bottom: 690 }] }, 260],
  ['above the dock, if fields fill the window',     { docks: [700], mistakes: [{ top: 20, bottom: 690 }] },                        100],
])('a toast stands %s', (_where, of, bottom) => {
  expect(place(of)).toBe(bottom)
})
