/*
 * The spec's navigation rules (section 2) as one pure step. A place is a page's path with its query, which is passed
 * through. Pages are of two kinds: the five of the tab bar, and all others.
 */

export const HOME = '/pages/home/index'

export type PageKind = 'tab' | 'page'
/** The kind of a path's page; null if there is no such page. */
export type KindOf = (path: string) => PageKind | null

export interface Place {
  readonly path: string
  /** Without the question mark; may be empty. */
  readonly query: string
}

export interface NavState {
  readonly place: Place
  /** The number of pages behind this one. */
  readonly depth: number
  /** The navigation under way. Until its page is shown, the same navigation again is `locked`. */
  readonly moving: string | null
}

export type NavEvent =
  | { readonly kind: 'navigate' | 'redirect' | 'switchTab'; readonly url: string }
  | { readonly kind: 'back'; readonly steps: number }
  /** The browser arrived at a place by a link, a typed address or the history. Null depth: a new entry. */
  | { readonly kind: 'arrived'; readonly url: string; readonly depth: number | null }
  /** The place's page is on the screen. */
  | { readonly kind: 'shown' }

/** The change to the browser's history. */
export type HistoryAct =
  | { readonly act: 'push' | 'replace'; readonly url: string; readonly depth: number }
  | { readonly act: 'walk'; readonly steps: number }

export type NavRefusal = 'tab_page' | 'not_a_tab_page' | 'unknown_page' | 'locked'

export interface NavRefused {
  readonly refused: NavRefusal
  readonly message: string
}

export interface NavStep {
  readonly state: NavState
  readonly history: HistoryAct | null
}

/** `/` and the empty address are the home page. */
export function placeFor(url: string): Place {
  const [path = '', ...query] = url.replace(/^#/, '').split('?')
  const whole = path.startsWith('/') ? path : `/${path}`
  return { path: whole === '/' ? HOME : whole, query: query.join('?') }
}

export const urlFor = ({ path, query }: Place): string => (query === '' ? path : `${path}?${query}`)

const step = (state: NavState, history: HistoryAct | null): NavStep => ({ state, history })
const refused = (refusal: NavRefusal, message: string): NavRefused => ({ refused: refusal, message })

export function decideNav(kindOf: KindOf, state: NavState, event: NavEvent): NavStep | NavRefused {
  switch (event.kind) {
    case 'navigate':
    case 'redirect':
    case 'switchTab':
      return decideMove(kindOf, state, event.kind, placeFor(event.url))
    case 'back':
      return backFrom(state, event.steps)
    case 'arrived':
      return step({ place: placeFor(event.url), depth: event.depth ?? state.depth + 1, moving: state.moving }, null)
    case 'shown':
      return step({ ...state, moving: null }, null)
  }
}

type Move = 'navigate' | 'redirect' | 'switchTab'

/**
 * Refusals are tried in this order: the page does not exist, it is of the wrong kind, the same navigation is under way.
 */
function decideMove(kindOf: KindOf, state: NavState, move: Move, place: Place): NavStep | NavRefused {
  const url = urlFor(place)
  const kind = kindOf(place.path)
  if (kind === null) return refused('unknown_page', `page ${place.path} is not found`)
  if (move !== 'switchTab' && kind === 'tab') return refused('tab_page', `can not ${move} to a tab page`)
  if (move === 'switchTab' && kind !== 'tab')
    return refused('not_a_tab_page', 'can not switch to a page that is no tab')
  const moving = `${move} ${url}`
  if (state.moving === moving) return refused('locked', 'locked')
  if (urlFor(state.place) === url) return step(state, null)
  const depth = move === 'redirect' ? state.depth : state.depth + 1
  return step({ place, depth, moving }, { act: move === 'redirect' ? 'replace' : 'push', url, depth })
}

/** Go back by some pages; without a page behind, home replaces this page. */
function backFrom(state: NavState, steps: number): NavStep {
  if (state.depth > 0) return step(state, { act: 'walk', steps: -Math.min(steps, state.depth) })
  const place = { path: HOME, query: '' }
  if (urlFor(state.place) === HOME) return step(state, null)
  return step({ place, depth: 0, moving: null }, { act: 'replace', url: HOME, depth: 0 })
}
