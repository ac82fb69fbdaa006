import { expect, test } from 'vitest'
import type { Say } from '@lonja/kit/text'
import { stateText, type FundEvent } from './events.ts'

const keyOf = ((key: string) => key) as Say<'portfolio'>

test.each<[FundEvent['name'], FundEvent['state'], string | null]>([
  ['hold', 'open', 'event_open'],
  ['buy', 'open', 'event_openInPart'],
  ['block', 'open', 'event_blockLocked'],
  ['block', 'done', null],
  ['hold', 'void', 'event_void'],
])('%s, %s: %s', (name, state, key) => {
  expect(stateText(keyOf, { name, state }, null)).toBe(key)
})
