/*
 * The program that prepares a runtime of QuickJS before it sees a text, in the language of the runtime. It has no imports and
 * no host functions: texts of JSON go in and come out.
 *
 * A text is a function here, and each event calls it anew. With it, the objects that come with the language are frozen, so
 * nothing that a text keeps outside of `state` lives longer than an event.
 */

/** The global names that a text may use. Those of `absent` are removed from the runtime. */
export const GLOBAL_NAMES = [
  ...(['Object', 'Array', 'Number', 'Boolean', 'String', 'Symbol', 'BigInt', 'Math', 'JSON', 'RegExp'] as const),
  ...(['Map', 'Set', 'Reflect', 'Proxy', 'Iterator', 'Float64Array', 'Int32Array', 'Uint8Array'] as const),
  ...(['Error', 'TypeError', 'RangeError', 'SyntaxError', 'ReferenceError', 'EvalError', 'URIError'] as const),
  ...(['InternalError', 'AggregateError', 'parseInt', 'parseFloat', 'isNaN', 'isFinite'] as const),
  ...(['Infinity', 'NaN', 'undefined', 'globalThis'] as const),
]

/** Globals that are refused: clock, randomness, network, timers, and code made from strings. */
export const ABSENT_NAMES = [
  ...(['Date', 'Intl', 'performance', 'crypto', 'fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource'] as const),
  ...(['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'queueMicrotask'] as const),
  ...([
    'eval',
    'Function',
    'Promise',
    'Worker',
    'SharedArrayBuffer',
    'Atomics',
    'WeakRef',
    'FinalizationRegistry',
  ] as const),
  ...(['process', 'require', 'module', 'exports', 'console', 'window', 'document', 'navigator', 'self'] as const),
  ...(['localStorage', 'sessionStorage', 'indexedDB', 'WebAssembly', 'escape', 'unescape'] as const),
]

/** The calls of lists that go through all places, also those that are empty. */
const LIST_CALLS = [
  ...(['concat', 'copyWithin', 'every', 'fill', 'filter', 'flat', 'flatMap', 'forEach', 'includes'] as const),
  ...(['indexOf', 'join', 'lastIndexOf', 'map', 'reduce', 'reduceRight', 'reverse', 'shift', 'slice'] as const),
  ...(['some', 'sort', 'splice', 'toLocaleString', 'toReversed', 'toSorted', 'toSpliced', 'unshift', 'with'] as const),
]

const INTRINSICS = String.raw`
const FREEZE = Object.freeze
const KEYS = Reflect.ownKeys
const DESCRIBE = Object.getOwnPropertyDescriptor
const PROTO = Object.getPrototypeOf
const NAMES = JSON.parse(__NAMES__)
const seen = new Set()
const hidden = [
  PROTO(function* () {}), PROTO(async function () {}), PROTO(async function* () {}),
  PROTO((function* () {})()), PROTO([][Symbol.iterator]()), PROTO(new Map()[Symbol.iterator]()),
  PROTO(new Set()[Symbol.iterator]()), PROTO(''[Symbol.iterator]()), PROTO(''.matchAll(/x/g)),
  PROTO([].values().map((value) => value)), PROTO(Iterator.from({ next() {} })),
  ...KEYS(globalThis).filter((name) => name !== 'globalThis').map((name) => globalThis[name]),
]
for (const proto of [Function.prototype, ...hidden.slice(0, 3)]) {
  Object.defineProperty(proto, 'constructor', { value: undefined, writable: false, configurable: false })
}
/** The engine counts no steps of a call that goes through a list. So it takes one for each 16 places first, filled or not. */
function count(list) {
  for (let n = list?.length / 16; n >= 1; n--);
}
for (const name of __LIST_CALLS__) {
  const call = Array.prototype[name]
  const counted = {
    [name](...parts) {
      count(this)
      if (name === 'concat') for (const part of parts) count(part)
      return Reflect.apply(call, this, parts)
    },
  }
  Array.prototype[name] = counted[name]
}
delete Math.random
for (const name of ['prepareStackTrace', 'stackTraceLimit', 'captureStackTrace']) delete Error[name]
for (const name of KEYS(globalThis)) if (!NAMES.includes(name)) delete globalThis[name]
function freeze(value) {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return
  seen.add(value)
  FREEZE(value)
  freeze(PROTO(value))
  for (const key of KEYS(value)) {
    const { value: part, get, set } = DESCRIBE(value, key)
    freeze(part)
    freeze(get)
    freeze(set)
  }
}
hidden.forEach(freeze)
`

const API = String.raw`
const E4 = 10000
const MINUTE = 60000
const { parse, stringify } = JSON
const { floor, round, sqrt, abs } = Math
const isObject = (value) => typeof value === 'object' && value !== null
const isArray = Array.isArray
const isInteger = Number.isSafeInteger
const isFinite = Number.isFinite

/** The first fault of an event, even if the text catches it. */
let breach = null
/** The bars that are over, oldest first: [at, open, high, low, close, volume]. */
let bars = []
let asked = []
let notes = []
/** The last strategy that strategy() returned. */
let newest = null

function stop(code, name = null, known = []) {
  const fault = { code, name, known, stack: String(new Error().stack) }
  breach ??= fault
  throw new Error(code)
}

const row = ([at, open, high, low, close, volume]) =>
  ({ at, open: open / E4, high: high / E4, low: low / E4, close: close / E4, volume })

function last(n) {
  if (!isInteger(n) || n < 1) stop('order_form', 'n')
  return n > bars.length ? null : bars.slice(-n)
}

/** A bar and a quote give access to the ended bars. Null if there are too few. */
const looking = {
  mean(n) {
    const some = last(n)
    return some && some.reduce((sum, bar) => sum + bar[4], 0) / n / E4
  },
  highest(n) {
    const some = last(n)
    return some && some.reduce((most, bar) => (bar[2] > most ? bar[2] : most), 0) / E4
  },
  lowest(n) {
    const some = last(n)
    return some && some.reduce((least, bar) => (bar[3] < least ? bar[3] : least), Infinity) / E4
  },
  deviation(n) {
    const some = last(n)
    if (!some) return null
    const mean = some.reduce((sum, bar) => sum + bar[4], 0) / n
    return sqrt(some.reduce((sum, bar) => sum + (bar[4] - mean) * (bar[4] - mean), 0) / n) / E4
  },
  ago(n) {
    if (!isInteger(n) || n < 0) stop('order_form', 'n')
    return n < bars.length ? row(bars[bars.length - 1 - n]) : null
  },
}

const times = (at, [open, close]) => ({ minute: (at - open) / MINUTE, left: (close - at) / MINUTE })

/** An order of an event, in whole shares and ten-thousandths. */
function order(side, wish, { price, most, whole }) {
  if (!isObject(wish)) stop('order_form', side)
  const known = side === 'buy' ? ['cash', 'shares', 'all', 'limit'] : ['shares', 'all', 'limit']
  for (const key in wish) if (!known.includes(key)) stop('order_form', key, known)
  const { cash, shares, all, limit = null } = wish
  if ([cash, shares, all].filter((part) => part !== undefined).length !== 1) stop('order_form', side, known)
  const limitE4 = limit === null ? null : isFinite(limit) && limit > 0 ? round(limit * E4) : 0
  if (limitE4 === 0) stop('order_form', 'limit')
  const at = limitE4 ?? price
  let count
  if (all !== undefined) {
    if (all !== true) stop('order_form', 'all')
    count = side === 'sell' ? whole : at > 0 ? floor((most * 100) / at) : 0
  } else if (cash !== undefined) {
    if (!isFinite(cash) || cash <= 0) stop('order_form', 'cash')
    count = at > 0 ? floor((cash * E4) / at) : 0
  } else {
    if (!isInteger(shares) || shares < 1) stop('order_form', 'shares')
    count = shares
  }
  if (!isInteger(count)) stop('order_form', side)
  if (count === 0) return
  if (asked.length >= __ORDERS__) stop('too_many_orders')
  asked.push([side, count, limitE4, String(new Error().stack)])
}

function note(text) {
  if (notes.length < 20) notes.push([String(text).slice(0, 200), String(new Error().stack)])
}

const SPANS = { '1m': 1, '5m': 5, '15m': 15, '30m': 30, '1h': 60 }
const SETTINGS = ['bars', 'history', 'intraday', 'most', 'state', 'onBar', 'onQuote']

/** The text calls strategy() with its parts. The settings are checked at once, so that a wrong one is reported. */
function strategy(wish) {
  if (!isObject(wish)) stop('no_strategy')
  for (const key of KEYS(wish)) if (!SETTINGS.includes(key)) stop('setting', String(key), SETTINGS)
  const { bars: span = '1m', history = 50, intraday = true, most = null, state = {}, onBar, onQuote } = wish
  if (!Object.hasOwn(SPANS, span)) stop('setting', 'bars')
  if (!isInteger(history) || history < 1 || history > __HISTORY__) stop('setting', 'history')
  if (typeof intraday !== 'boolean') stop('setting', 'intraday')
  if (most !== null && !(isFinite(most) && most > 0 && most <= 1e10)) stop('setting', 'most')
  if (!isObject(state) || isArray(state)) stop('setting', 'state')
  for (const [name, handler] of [['onBar', onBar], ['onQuote', onQuote]])
    if (handler !== undefined && typeof handler !== 'function') stop('setting', name)
  if (!onBar && !onQuote) stop('setting', 'onBar')
  newest = FREEZE({ span: SPANS[span], history, intraday, most, state, onBar, onQuote })
  return newest
}

function plain(key, value) {
  if (value === undefined || value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number' && isFinite(value)) return value
  if (typeof value === 'object' && (isArray(value) || PROTO(value) === Object.prototype || PROTO(value) === null)) return value
  return stop('state_form', key)
}

const stored = (state) => {
  const text = stringify(state, plain)
  if (typeof text !== 'string') stop('state_form', '')
  return text
}

/** The strategy that the text exports; a text that exports something else has none. */
function read(text) {
  let exported = null
  text(strategy, (value) => { exported = value })
  if (exported === null || exported !== newest) stop('no_strategy')
  return exported
}

function settings(text) {
  const { span, history, intraday, most, state, onBar, onQuote } = read(text)
  const begin = stored(state)
  return { span, history, intraday, most, bars: Boolean(onBar), quotes: Boolean(onQuote), state: begin }
}

function event(text, { reset, bar, quote, session, own: [shares, buying, selling, room], state: memory }) {
  if (reset) bars = reset
  if (bar) bars.push(bar)
  const { onBar, onQuote, history } = read(text)
  if (bars.length > history) bars = bars.slice(-history)
  const own = { shares, buying, selling, cash: room / 100, waiting: buying > 0 || selling > 0 }
  const price = quote ? quote[2] : bar[4]
  const facts = { price, most: room, whole: shares }
  const act = {
    buy: (wish) => order('buy', wish, facts),
    sell: (wish) => order('sell', wish, quote ? { ...facts, price: quote[1] } : facts),
    note,
  }
  const state = parse(memory)
  if (bar) onBar({ ...row(bar), ...times(bar[0], session), ...looking }, own, act, state)
  else {
    const [at, bid, ask, bidSize, askSize] = quote
    onQuote({ at, bid: bid / E4, ask: ask / E4, bidSize, askSize, ...times(at, session), ...looking }, own, act, state)
  }
  return { orders: asked, notes, state: stored(state) }
}

/** Answers one message with a text of JSON. */
function answer(text, message) {
  breach = null
  asked = []
  notes = []
  newest = null
  const { on, ...facts } = parse(message)
  try {
    const result = on === 'settings' ? settings(text) : event(text, facts)
    return stringify(breach ? { breach } : result)
  } catch (error) {
    return stringify({ breach: breach ?? thrown(error) })
  }
}

function thrown(error) {
  const [name, message, stack] = isObject(error)
    ? [String(error.name), String(error.message), String(error.stack)]
    : ['', String(error), '']
  return { code: 'threw', name: name.slice(0, 40), message: message.slice(0, 200), known: [], stack: stack.slice(0, 4000) }
}

FREEZE(looking)
for (const key of KEYS(globalThis)) freeze(DESCRIBE(globalThis, key).value)
freeze(globalThis)
`

/** The prelude as a module that exports `answer`, with its limits. */
export const preludeWith = ({
  ordersMost,
  historyMost,
}: {
  readonly ordersMost: number
  readonly historyMost: number
}): string =>
  `${INTRINSICS}${API}\nexport { answer }`
    .replace('__NAMES__', () => JSON.stringify(JSON.stringify(GLOBAL_NAMES)))
    .replace('__LIST_CALLS__', () => JSON.stringify(LIST_CALLS))
    .replace('__ORDERS__', String(ordersMost))
    .replace('__HISTORY__', String(historyMost))
