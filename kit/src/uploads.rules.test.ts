import { expect, test } from 'vitest'
import { choiceCountFor, nextToSend, uploadsAfter, type Upload, type UploadEvent } from './uploads.rules.ts'

const upload = (id: string, more: Partial<Upload> = {}): Upload => ({
  id,
  slot: '',
  name: `${id}.png`,
  bytes: 1,
  preview: '',
  state: 'waiting',
  percent: 0,
  error: null,
  again: true,
  ...more,
})
const after = (...events: UploadEvent[]): readonly Upload[] =>
  events.reduce<readonly Upload[]>((uploads, event) => uploadsAfter(uploads, event), [])
const chose = (...uploads: Upload[]): UploadEvent => ({ did: 'chose', uploads })

test.each([
  [-1, 9],
  [0, 9],
  [0.9, 9],
  [1, 1],
  [2, 2],
  [9, 9],
])('a choice of %s pictures is one of %s', (count, most) => expect(choiceCountFor(count)).toBe(most))

test('one at a time, in the order they were chosen', () => {
  const both = after(chose(upload('a'), upload('b')))
  expect(nextToSend(both)?.id).toBe('a')
  const under = uploadsAfter(both, { did: 'began', id: 'a' })
  expect(nextToSend(under)).toBeNull()
  expect(nextToSend(uploadsAfter(under, { did: 'arrived', id: 'a' }))?.id).toBe('b')
  expect(nextToSend(uploadsAfter(under, { did: 'failed', id: 'a', error: 'x', again: true }))?.id).toBe('b')
  expect(nextToSend(uploadsAfter(under, { did: 'removed', id: 'a' }))?.id).toBe('b')
  expect(nextToSend([])).toBeNull()
})

test('a picture for a place takes the place of the one before; without a place they stand beside each other', () => {
  expect(
    after(chose(upload('a', { slot: 'front' })), chose(upload('b', { slot: 'front' }))).map(({ id }) => id),
  ).toEqual(['b'])
  expect(after(chose(upload('a', { slot: 'front' })), chose(upload('b', { slot: 'back' })))).toHaveLength(2)
  expect(after(chose(upload('a')), chose(upload('b')))).toHaveLength(2)
})

test('what failed says why, and waits again when it is asked to', () => {
  const failed = after(
    chose(upload('a')),
    { did: 'began', id: 'a' },
    { did: 'failed', id: 'a', error: 'no way', again: true },
  )
  expect(failed).toMatchObject([{ state: 'failed', error: 'no way', again: true }])
  expect(uploadsAfter(failed, { did: 'asked_again', id: 'a' })).toMatchObject([
    { state: 'waiting', error: null, percent: 0 },
  ])
})

test('what happens to one that is gone changes nothing', () => {
  const left = after(
    chose(upload('a')),
    { did: 'removed', id: 'b' },
    { did: 'came', id: 'b', percent: 50 },
    { did: 'arrived', id: 'b' },
  )
  expect(left).toEqual([upload('a')])
})
