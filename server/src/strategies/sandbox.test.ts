import { beforeAll, describe, expect, test } from 'vitest'
import { OWN_EXAMPLES, OWN_EXAMPLE_NAMES } from '@lonja/core/strategies/own.examples'
import { MINUTE } from '@lonja/core/base/instant'
import { loadSandbox, openSandbox, type Sandbox, type SandboxEvent } from './sandbox.ts'
import { bytesOf, isFault } from './sandbox.runtime.ts'

let program: Awaited<ReturnType<typeof loadSandbox>>
beforeAll(async () => (program = await loadSandbox()))

const event = (change: Partial<SandboxEvent> = {}): SandboxEvent => ({
  reset: null,
  bar: [MINUTE, 100_000, 101_000, 99_000, 100_500, 300],
  quote: null,
  session: [0, 390 * MINUTE],
  own: [0, 0, 0, 1_000_00],
  state: '{}',
  ...change,
})

function opened(text: string): Sandbox {
  const sandbox = openSandbox(program, text)
  if ('diagnostics' in sandbox) throw new Error(JSON.stringify(sandbox.diagnostics))
  return sandbox
}

/** A text whose handler of bars has some lines, the first of which is line 3. */
const onBar = (lines: string, settings = ''): string =>
  `import { strategy } from 'lonja'\nexport default strategy({ ${settings} onBar(bar, own, act, state) {\n${lines}\n} })`

const faultOn = (text: string, change: Partial<SandboxEvent> = {}) => {
  const sandbox = openSandbox(program, text)
  if ('diagnostics' in sandbox) return sandbox.diagnostics[0]
  const answer = sandbox.hear(event(change))
  return isFault(answer) ? answer : null
}

test.each(OWN_EXAMPLE_NAMES)('the example %s compiles', (name) => {
  expect(openSandbox(program, OWN_EXAMPLES[name])).toHaveProperty('settings')
})

describe('an event', () => {
  test('gives orders with their lines, and the next state', () => {
    const sandbox = opened(
      onBar('act.buy({ cash: 100 })\nact.sell({ shares: 3, limit: 10.5 })\nstate.n = 1\nact.note(bar.close)'),
    )
    expect(sandbox.hear(event())).toEqual({
      state: '{"n":1}',
      orders: [
        { side: 'buy', shares: 9, limit: null, line: 3 },
        { side: 'sell', shares: 3, limit: 105_000, line: 4 },
      ],
      notes: [{ note: '10.05', line: 6 }],
    })
  })

  test('knows the bars before it, in any runtime', () => {
    const text = onBar('state.mean = bar.mean(3)\nstate.ago = bar.ago(1).close\nstate.high = bar.highest(2)')
    const rows = [1, 2].map((n) => [n * MINUTE, n, n * 10_000, n, n * 10_000, n] as const)
    const bar = [3 * MINUTE, 3, 30_000, 3, 30_000, 3] as const
    const step = opened(text).hear(event({ reset: rows, bar }))
    expect(step).toMatchObject({ state: JSON.stringify({ mean: 2, ago: 2, high: 3 }) })
  })

  test.each([
    ['a binding of its text', 'n++\nstate.n = n', 'let n = 0\n'],
    ['a list of its text', 'list.push(1)\nstate.n = list.length', 'const list = []\n'],
    ['a property of its function', 'count.n = (count.n ?? 0) + 1\nstate.n = count.n', 'function count() {}\n'],
  ])('keeps nothing in %s', (_line, lines, before) => {
    const sandbox = opened(before + onBar(lines))
    expect([1, 2].map(() => sandbox.hear(event()))).toEqual([
      { state: '{"n":1}', orders: [], notes: [] },
      { state: '{"n":1}', orders: [], notes: [] },
    ])
  })

  test.each([
    ['the global object', 'globalThis.n = 1'],
    ['a prototype', 'Array.prototype.n = 1'],
    ['a prototype of a generator', 'Object.getPrototypeOf(function* () {}).n = 1'],
    ['a prototype of an iterator', 'Object.getPrototypeOf([].values()).n = 1'],
    ['an object of the language', 'Math.n = 1'],
    ['the stacks of errors', 'Error.prepareStackTrace = () => 1'],
    ['a function of the act', 'Object.getPrototypeOf(act.buy).n = 1'],
  ])('cannot write to %s', (_line, lines) => {
    expect(faultOn(onBar(lines))).toMatchObject({ code: 'threw', line: 3 })
  })
})

/** Each name that was taken away: neither the name nor the property is there. */
test.each([
  ...['Date', 'fetch', 'XMLHttpRequest', 'WebSocket', 'setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'],
  ...['eval', 'Function', 'Promise', 'performance', 'crypto', 'WeakRef', 'FinalizationRegistry', 'Atomics'],
  ...[
    'SharedArrayBuffer',
    'process',
    'require',
    'console',
    'Intl',
    'std',
    'os',
    'print',
    'gc',
    'navigator',
    'DOMException',
  ],
])('%s is nowhere', (name) => {
  expect(faultOn(onBar(`state.is = '${name}' in globalThis`))).toBeNull()
  expect(opened(onBar(`state.is = '${name}' in globalThis`)).hear(event())).toMatchObject({ state: '{"is":false}' })
  expect(faultOn(onBar(name))).toMatchObject({ line: 3, name })
})

// prettier-ignore
test.each([
  ['chance',                     'Math.random()',                                                  { code: 'absent', name: 'Math.random' }],
  ['chance by another name',     "Math['ran' + 'dom']()",                                          { code: 'threw' }],
  ['code from a text',           "(() => {}).constructor('return 1')()",                           { code: 'threw' }],
  ['a generator from a text',    "Object.getPrototypeOf(function* () {}).constructor('yield 1')",  { code: 'threw' }],
  ['a module',                   "import('node:fs')",                                              { code: 'unknown_import' }],
  ['an error',                   "throw new Error('mine')",                                        { code: 'threw', message: 'Error: mine' }],
  ['a text that is thrown',      "throw 'mine'",                                                   { code: 'threw', message: 'mine', line: 2 }],
  ['a loop for ever',            'for (;;);',                                                      { code: 'too_slow' }],
  ['a loop of nothing',          'const n = 1\nfor (;;);',                                         { code: 'too_slow', line: 4 }],
  ['a loop that catches',        'for (;;) try { f() } catch {}\nfunction f() { for (;;) state.n = 1 }',                            { code: 'too_slow', line: 4 }],
  ['a loop in an error',         'throw { get stack() { for (;;); } }',                            { code: 'too_slow', line: 3 }],
  ['a bomb of a pattern',        "/^(a+)+$/.test('a'.repeat(40) + 'b')",                           { code: 'too_slow' }],
  ['a list of 100,000,000 holes', "new Array(1e8).join('x')",                                      { code: 'too_slow', line: 3 }],
  ['holes, before a loop',       '[].concat(new Array(1e8))\nfor (;;);',                           { code: 'too_slow', line: 3 }],
  ['a search in 100,000,000 places', 'Array.prototype.indexOf.call({ length: 1e8 }, 1)',           { code: 'too_slow', line: 3 }],
  ['memory',                     "const all = []; for (;;) all.push('x'.repeat(1e5) + all.length)", { code: 'too_much_memory' }],
  ['memory in large pieces',     'const all = []; for (;;) all.push(new Uint8Array(1e6))',         { code: 'too_much_memory' }],
  ['memory in one piece',        "let all = 'x'; for (;;) all += all",                             { code: 'too_much_memory' }],
  ['a text of a gigabyte',       "'x'.repeat(1e9)",                                                { code: 'too_much_memory' }],
  ['a buffer of a gigabyte',     'new Uint8Array(1e9)',                                            { code: 'too_much_memory' }],
  ['deep recursion',             'const f = () => f() + 1; f()',                                   { code: 'too_deep' }],
  ['ten thousand orders',        'for (let n = 0; n < 10000; n++) act.buy({ shares: 1 })',         { code: 'too_many_orders' }],
  ['orders that it catches',     'for (let n = 0; n < 99; n++) try { act.buy({ shares: 1 }) } catch {}', { code: 'too_many_orders' }],
  ['half a share',               'act.buy({ shares: 0.5 })',                                       { code: 'order_form', name: 'shares' }],
  ['no cash',                    'act.buy({ cash: NaN })',                                         { code: 'order_form', name: 'cash' }],
  ['a key that no order has',    'act.buy({ csh: 100 })',                                          { code: 'order_form', name: 'csh', near: 'cash' }],
  ['a member that act has not',  'act.sel({ all: true })',                                         { code: 'unknown_name', name: 'sel', near: 'sell', column: 5 }],
  ['a name of nothing',          'const x = bar.close + clsoe',                                    { code: 'unknown_name', name: 'clsoe', column: 23 }],
  ['a function in its state',    'state.f = () => 1',                                              { code: 'state_form', name: 'f', line: 2 }],
  ['no number in its state',     'state.n = 0 / 0',                                                { code: 'state_form', name: 'n', line: 2 }],
  ['a state in a circle',        'state.own = state',                                              { code: 'threw', line: 2 }],
  ['a state that is too large',  "state.all = 'x'.repeat(20000)",                                  { code: 'state_too_large', line: 2 }],
  ['a state that lies',          'state.toJSON = () => { for (;;); }',                             { code: 'too_slow' }],
])('%s is stopped and told', (_line, lines, fault) => {
  expect(faultOn(onBar(lines))).toMatchObject({ line: 3, ...fault })
})

test.each([
  ['no text', '', 'no_strategy', 1],
  ['no export', "import { strategy } from 'lonja'\nstrategy({ onBar() {} })", 'no_strategy', 1],
  ['a sentence', 'buy low, sell high', 'syntax', 1],
  ['an export of something else', 'export default { onBar() {} }', 'no_strategy', 0],
  ['a look-alike', 'export default { span: 1, history: 1, intraday: true, state: {}, onBar() {} }', 'no_strategy', 0],
  ['an import from elsewhere', "import fs from 'node:fs'\nexport default 1", 'unknown_import', 1],
  [
    'a setting that is none',
    "import { strategy } from 'lonja'\nexport default strategy({\n  bar: '5m',\n})",
    'setting',
    3,
  ],
  [
    'a span that is none',
    "import { strategy } from 'lonja'\nexport default strategy({ bars: '7m', onBar() {} })",
    'setting',
    2,
  ],
  [
    'a loop before it begins',
    "import { strategy } from 'lonja'\nfor (let n = 0; ; ) n++\nexport default strategy({ onBar() {} })",
    'too_slow',
    2,
  ],
  ['an end of its function', '}); globalThis.x = 1; (function () {', 'syntax', 1],
  [
    'something asynchronous',
    "import { strategy } from 'lonja'\nexport default strategy({ async onBar() {} })",
    'absent',
    2,
  ],
  ['more parentheses than a stack', `${'('.repeat(30_000)}1${')'.repeat(30_000)}`, 'syntax', 1],
])('%s does not begin', (_line, text, code, line) => {
  const sandbox = openSandbox(program, text)
  expect('diagnostics' in sandbox && sandbox.diagnostics[0]).toMatchObject({ code, line })
})

/** The steps that a text takes, and the megabytes of its program then. */
async function usageOf(lines: string) {
  const other = await loadSandbox()
  const sandbox = openSandbox(other, onBar(lines))
  if ('diagnostics' in sandbox) throw new Error('it compiles')
  const answer = sandbox.hear(event())
  const megabytes = bytesOf(other) / 1024 / 1024
  return { code: isFault(answer) ? answer.code : null, steps: sandbox.steps(), megabytes }
}

// prettier-ignore
test.each([
  ['100,000 bytes with each turn', "const all = []; for (;;) all.push('x'.repeat(1e5) + all.length)",            'too_much_memory', 0],
  ['memory in small pieces',       'const all = []; for (;;) all.push([all])',                                  'too_much_memory', 600_000],
  ['memory in many keys',          "const all = {}; for (let n = 0; ; n++) all['k' + n] = n",                    'too_much_memory', 600_000],
  ['15 megabytes',                 'const all = []; for (let n = 0; n < 150; n++) all.push(new Uint8Array(1e5))', null,            0],
  ['nothing, and throws null',     'throw null',                                                                'threw',           0],
])('a text that takes %s ends while its program has less than 23 megabytes', async (_line, lines, fault, stepsMost) => {
  const { code, steps, megabytes } = await usageOf(lines)
  expect(code).toBe(fault)
  expect(steps).toBeLessThanOrEqual(stepsMost)
  expect(megabytes).toBeLessThan(23)
})

test('a fault throws the runtime away: the next event has a new one', () => {
  const sandbox = opened(onBar('if (state.loop) for (;;);\nstate.n = bar.mean(1)'))
  const reset = [[0, 1, 1, 1, 20_000, 1] as const]
  expect(isFault(sandbox.hear(event({ reset, state: '{"loop":true}' })))).toBe(true)
  expect(sandbox.hear(event({ reset: [] }))).toMatchObject({ state: '{"n":10.05}' })
})
