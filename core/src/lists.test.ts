import { describe, expect, test } from 'vitest'
import { anOrder } from './base/ids.testing.ts'
import { HOUR } from './base/instant.ts'
import { ACTS, CAUSE_KINDS, FEATURE_LISTS, NOTICES, PICTURES, PLACES, REVIEW_KINDS, VIEWS, WORDS } from './lists.ts'
import { firstPlaceFor, hashOf, placesFor } from './notices/links.rules.ts'
import { viewPicture } from './pictures/pictures.staff.contract.ts'
import type { NoticeCode } from './notices/notices.contract.ts'

const LISTS = { notices: NOTICES, places: PLACES }
const CODES = Object.keys(NOTICES) as NoticeCode[]

/** The names that each feature adds to each list. */
function brought(): Map<string, string[]> {
  const names = new Map<string, string[]>()
  for (const lists of Object.values(FEATURE_LISTS)) {
    for (const [list, part] of Object.entries(lists)) {
      const keys = Array.isArray(part) ? (part as string[]) : Object.keys(part)
      names.set(list, [...(names.get(list) ?? []), ...keys])
    }
  }
  return names
}

const twice = (names: readonly string[]): string[] => names.filter((name, at) => names.indexOf(name) !== at)

describe('the joined lists', () => {
  test('were really joined', () => {
    expect(CODES.length).toBeGreaterThan(30)
    expect(Object.keys(ACTS).length).toBeGreaterThan(25)
  })

  test('have no name that two features bring', () => {
    expect([...brought()].flatMap(([list, names]) => twice(names).map((name) => `${list}: ${name}`))).toEqual([])
    expect(twice(['a', 'b', 'a'])).toEqual(['a'])
  })

  test('have a page for every record, and every place that a notice leads to', () => {
    const records = brought().get('records') ?? []
    const targets = CODES.flatMap((code) => NOTICES[code]?.leadsTo ?? [])
    expect([...records, ...targets].filter((name) => !(name in PLACES))).toEqual([])
  })

  test('have a cause of the same name for every kind of review that moves money', () => {
    // The console leads from a posting to the review of its cause by that name.
    const moving = REVIEW_KINDS.filter(({ movesMoney }) => movesMoney).map(({ name }) => name)
    expect(moving.length).toBeGreaterThan(0)
    expect(moving.filter((name) => !CAUSE_KINDS.some((cause) => cause === name))).toEqual([])
  })

  test('have an act and a topic for every use of a picture, and a role that may see it', () => {
    const topics = brought().get('topics') ?? []
    const uses = Object.entries(PICTURES)
    expect(uses.length).toBeGreaterThan(2)
    const lost = uses.filter(
      ([, { act, topic, role }]) =>
        ACTS[act] !== 'views' || !topics.includes(topic) || !viewPicture.roles?.includes(role),
    )
    expect(lost.map(([use]) => use)).toEqual([])
  })

  test('have an act for every view that a thread names', () => {
    expect(VIEWS.length).toBeGreaterThan(3)
    expect(VIEWS.filter((view) => ACTS[`viewed_${view}`] !== 'views')).toEqual([])
  })

  test('have words for every notice, and for no other', () => {
    expect(Object.keys(WORDS).sort()).toEqual([...CODES].sort())
  })
})

test('a step that somebody else may be taking is pushed at once, and one of the own is not', () => {
  expect(NOTICES['payee_added']?.push?.urgency).toBe('high')
  expect(NOTICES['withdrawal_received']?.push?.urgency).toBe('high')
  expect(CODES.filter((code) => NOTICES[code]?.push === null).sort()).toEqual([
    'application_changed',
    'application_received',
    'application_withdrawn',
    'block_cancelled',
    'block_declined',
    'block_received',
    'deposit_received',
    'grant_received',
    'kyc_submitted',
    'loan_cancelled',
    'loan_repayment_cancelled',
    'loan_repayment_received',
    'option_sold',
    'order_cancelled',
    'run_stopped',
  ])
  for (const code of CODES) expect(NOTICES[code]?.push?.lifeMs ?? HOUR).toBeLessThanOrEqual(24 * HOUR)
})

describe('a notice leads', () => {
  const none = { order: null, record: null, listing: null }
  // prettier-ignore
  test.each([
    [{ ...none, code: 'order_filled' as const, order: anOrder('o') },                                   '#/subPackages/trade/detail?id=o'],
    [{ ...none, code: 'deposit_credited' as const, record: { kind: 'deposit', id: 'd' } as const }, '#/subPackages/recharge/record?id=d'],
    [{ ...none, code: 'withdrawal_sent' as const, record: { kind: 'withdrawal', id: 'w' } as const }, '#/subPackages/withdraw/record?id=w'],
    [{ ...none, code: 'kyc_passed' as const, record: { kind: 'kyc', id: 'k' } as const },      '#/subPackages/real/real'],
    [{ ...none, code: 'kyc_refused' as const },                                                '#/subPackages/real/real'],
    [{ ...none, code: 'alert_above' as const, listing: 'XNYS:ABC' as const },                  '#/subPackages/home/socketDetail/socketDetail?listing=XNYS:ABC'],
    [{ ...none, code: 'application_listed' as const, listing: 'XMAD:MRA' as const },           '#/subPackages/home/socketDetail/socketDetail?listing=XMAD:MRA'],
    [{ ...none, code: 'application_listed' as const },                                         '#/subPackages/applications/records'],
    [{ ...none, code: 'house_message' as const },                                              '#/subPackages/message/message?id=n'],
  ])('%o: %s', (of, link) => expect(hashOf(firstPlaceFor({ ...of, id: 'n' }, LISTS))).toBe(link))

  test.each([
    ['alert_above', ['listing', 'alerts']],
    ['application_listed', ['listing', 'applications']],
  ] as const)('to a share, and then to what it is about: %s', (code, places) => {
    expect(placesFor({ ...none, code, listing: 'XMAD:MRA' }, LISTS).map(({ what }) => what)).toEqual(places)
  })

  test('somewhere, but for a plain message', () => {
    const nowhere = CODES.filter((code) => placesFor({ ...none, code }, LISTS).length === 0)
    const withRecords = Object.values(FEATURE_LISTS).filter((lists) => 'records' in lists)
    const ofRecords = withRecords.flatMap(({ notices }) => Object.keys(notices))
    const ofTheirOwn = nowhere.filter((code) => /^(order|alert)_/.test(code) || ofRecords.includes(code))
    expect(nowhere.filter((code) => !ofTheirOwn.includes(code))).toEqual(['house_message'])
  })
})
