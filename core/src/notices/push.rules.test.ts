import { describe, expect, test } from 'vitest'
import { HOUR, MINUTE, SECOND } from '../base/instant.ts'
import { decideEndpoint, outcomeFor, shortBody } from './push.rules.ts'

const NOW = Date.UTC(2026, 10, 22, 3)
const after = (ms: number) => ({ kind: 'later', at: NOW + ms })

// prettier-ignore
test.each<[status: number | null, retryAfter: string | null, tries: number, outcome: object]>([
  [201,  null,                             1, { kind: 'sent' }],
  [200,  null,                             1, { kind: 'sent' }],
  [404,  null,                             1, { kind: 'gone' }],
  [410,  '60',                             1, { kind: 'gone' }],
  [400,  null,                             1, { kind: 'refused' }],
  [403,  '60',                             1, { kind: 'refused' }],
  [413,  null,                             1, { kind: 'refused' }],
  [301,  null,                             1, { kind: 'refused' }],
  [429,  null,                             1, after(30 * SECOND)],
  [429,  '29',                             1, after(30 * SECOND)],
  [429,  '31',                             1, after(31 * SECOND)],
  [503,  'Sun, 22 Nov 2026 03:05:00 GMT',  1, after(5 * MINUTE)],
  [503,  'Sun, 22 Nov 2026 02:00:00 GMT',  1, after(30 * SECOND)],
  [503,  'soon',                           1, after(30 * SECOND)],
  [503,  '999999999',                      1, after(6 * HOUR)],
  [500,  null,                             2, after(2 * MINUTE)],
  [null, null,                             3, after(10 * MINUTE)],
  [408,  null,                             4, after(30 * MINUTE)],
  [500,  null,                             5, after(HOUR)],
  [500,  null,                            99, after(HOUR)],
  [500,  null,                             0, after(30 * SECOND)],
])('%s, Retry-After %s, try %i: %j', (status, retryAfter, tries, outcome) => {
  expect(outcomeFor({ status, retryAfter }, tries, NOW)).toEqual(outcome)
})

// prettier-ignore
test.each<[endpoint: string, isTaken: boolean]>([
  ['https://fcm.googleapis.com/fcm/send/abc:APA91b', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/gAAAA', true],
  ['https://web.push.apple.com/QGuQyavXutnMH', true],
  ['https://wns2-par02p.notify.windows.com/w/?token=BQYAAA%3d', true],
  ['http://push.example.org/1', false],
  ['https://push.example.org', false],
  ['https://push.example.org:8443/1', false],
  ['https://me@push.example.org/1', false],
  ['https://me:secret@push.example.org/1', false],
  ['https://localhost/1', false],
  ['https://10.0.0.1/1', false],
  ['https://[::1]/1', false],
  ['https://2130706433/1', false],
  ['https://push.example.org\\@10.0.0.1/1', false],
  ['https://push.example.org/1 2', false],
  ['//push.example.org/1', false],
  ['', false],
  [`https://push.example.org/${'a'.repeat(1_000)}`, false],
])('%s is taken: %s', (endpoint, isTaken) => {
  expect('endpoint' in decideEndpoint(endpoint)).toBe(isTaken)
})

describe('a short body', () => {
  test('is left as it is where it fits', () => expect(shortBody(' uno\n dos ')).toBe('uno dos'))
  test('ends where a word ends', () => {
    const cut = shortBody('palabra '.repeat(40))
    expect([...cut].length).toBeLessThanOrEqual(140)
    expect(cut).toMatch(/ palabra…$/)
  })
  test('cuts signs, not halves of them', () => {
    expect([...shortBody('字'.repeat(200))].length).toBe(140)
    expect([...shortBody('😀'.repeat(200))].slice(0, -1).every((sign) => sign === '😀')).toBe(true)
  })
})
