import { expect, test } from 'vitest'
import { HOME, decideNav, placeFor, urlFor, type NavEvent, type NavState } from './nav.rules.ts'

const kindOf = (path: string) =>
  path === HOME || path === '/pages/market/index' ? 'tab' : path.startsWith('/subPackages/') ? 'page' : null

const at = (url: string, more: Partial<NavState> = {}): NavState => ({
  place: placeFor(url),
  depth: 0,
  moving: null,
  ...more,
})
const LOGIN = '/subPackages/login/login'
const navigate = (url: string): NavEvent => ({ kind: 'navigate', url })
const redirect = (url: string): NavEvent => ({ kind: 'redirect', url })
const switchTab = (url: string): NavEvent => ({ kind: 'switchTab', url })
const back = (steps = 1): NavEvent => ({ kind: 'back', steps })

// prettier-ignore
test.each<[string, NavState, NavEvent, object]>([
  // case                         from       event                                     answer
  ['a page is pushed',            at(HOME),  navigate(LOGIN),                          { history: { act: 'push', url: LOGIN, depth: 1 } }],
  ['its query passes through',    at(HOME),  navigate(`${LOGIN}?from=%2Fa%3Fb`),       { history: { act: 'push', url: `${LOGIN}?from=%2Fa%3Fb`, depth: 1 } }],
  ['a page takes its place',      at(LOGIN, { depth: 3 }), redirect('/subPackages/x'), { history: { act: 'replace', url: '/subPackages/x', depth: 3 } }],
  ['a tab is switched to',        at(LOGIN, { depth: 2 }), switchTab(HOME),            { history: { act: 'push', url: HOME, depth: 3 } }],
  ['/ is home',                   at(LOGIN), switchTab('/'),                           { history: { act: 'push', url: HOME, depth: 1 } }],
  ['navigate to a tab',           at(LOGIN), navigate(HOME),                           { refused: 'tab_page' }],
  ['redirect to a tab',           at(LOGIN), redirect(HOME),                           { refused: 'tab_page' }],
  ['switch to what is no tab',    at(HOME),  switchTab(LOGIN),                         { refused: 'not_a_tab_page' }],
  ['no such page',                at(HOME),  navigate('/pages/none'),                  { refused: 'unknown_page', message: 'page /pages/none is not found' }],
  ['no such tab',                 at(HOME),  switchTab('/pages/none'),                 { refused: 'unknown_page' }],
  ['the same move under way',     at(HOME, { moving: `navigate ${LOGIN}` }), navigate(LOGIN), { refused: 'locked', message: 'locked' }],
  ['another move under way',      at(HOME, { moving: `navigate ${LOGIN}` }), navigate(`${LOGIN}?a`), { history: { act: 'push' } }],
  ['where one stands already',    at(LOGIN), navigate(LOGIN),                          { history: null }],
  ['one back',                    at(LOGIN, { depth: 2 }), back(),                     { history: { act: 'walk', steps: -1 } }],
  ['more back than there is',     at(LOGIN, { depth: 2 }), back(9),                    { history: { act: 'walk', steps: -2 } }],
  ['back with no history',        at(LOGIN), back(),                                   { state: at(HOME), history: { act: 'replace', url: HOME, depth: 0 } }],
  ['back at home',                at(HOME),  back(),                                   { history: null }],
])('%s', (_what, state, event, answer) => {
  expect(decideNav(kindOf, state, event)).toMatchObject(answer)
})

test('a move is locked until its page is shown, also after the browser has arrived there', () => {
  const first = decideNav(kindOf, at(HOME), navigate(LOGIN))
  if ('refused' in first) throw new Error(first.message)
  const arrived = decideNav(kindOf, first.state, { kind: 'arrived', url: `#${LOGIN}`, depth: 1 })
  if ('refused' in arrived) throw new Error(arrived.message)
  expect(decideNav(kindOf, arrived.state, navigate(LOGIN))).toMatchObject({ refused: 'locked' })
  const shown = decideNav(kindOf, arrived.state, { kind: 'shown' })
  if ('refused' in shown) throw new Error(shown.message)
  expect(shown.state).toEqual(at(LOGIN, { depth: 1 }))
})

test('an address that was typed is a new entry of history, even for a page that is not there', () => {
  const event: NavEvent = { kind: 'arrived', url: '#/pages/none?a=1', depth: null }
  expect(decideNav(kindOf, at(HOME, { depth: 2 }), event)).toMatchObject({
    state: { place: { path: '/pages/none', query: 'a=1' }, depth: 3 },
  })
})

test.each([
  ['', HOME],
  ['#', HOME],
  ['#/', HOME],
  ['#/?a=1', `${HOME}?a=1`],
  ['#/pages/market/index', '/pages/market/index'],
  ['pages/market/index', '/pages/market/index'],
])('the address %j is the place %s', (hash, url) => {
  expect(urlFor(placeFor(hash))).toBe(url)
})
