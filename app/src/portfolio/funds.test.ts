import { expect, test } from 'vitest'
import { askedFor, changed, choiceFor, eventsFor, isNarrowed, queryOf, showsEntries } from './funds.ts'

const read = (query: string) => choiceFor(new URLSearchParams(query))
const NOW = Date.UTC(2026, 2, 30, 10)

// prettier-ignore
test.each<[string, string, object]>([
  ['nothing chosen',                   '',                              { asset: 'EUR' }],
  ['a balance',                        'asset=USD',                     { asset: 'USD' }],
  ['records of it',                    'asset=USD&records=deposits',    { asset: 'USD', records: 'deposits' }],
  ['a kind among its records',         'records=trades&kind=fee',       { asset: 'EUR', records: 'trades', kind: 'fee' }],
  ['a kind that they do not have',     'records=deposits&kind=fee',     { asset: 'EUR', records: 'deposits' }],
  ['what is none of ours',             'asset=GBP&kind=x&span=y',       { asset: 'EUR' }],
  ['one cause, whatever its asset',    'cause=abc&asset=USD',           { cause: 'abc' }],
  ['one cause of a kind',              'cause=abc&causeKind=order',     { cause: 'abc', causeKind: 'order' }],
  ['one cause of an unknown kind',     'cause=abc&causeKind=x',         { cause: 'abc' }],
  ['from a moment on',                  'kind=interest&since=1700000000000', { asset: 'EUR', kind: 'interest', from: 1_700_000_000_000 }],
  ['a span instead of a moment',        'since=1700000000000&span=week', { asset: 'EUR', from: Date.UTC(2026, 2, 23, 23) }],
  ['what is no moment',                 'since=yesterday',               { asset: 'EUR' }],
  // Summer time starts on the 29th: that day's midnight is at UTC+1, today's at UTC+2.
  ['this day and the six before',      'span=week',                     { asset: 'EUR', from: Date.UTC(2026, 2, 23, 23) }],
])('%s is asked for', (_what, query, input) => {
  expect(askedFor(read(query), NOW)).toEqual(input)
})

test('the choice is stored in the address and read back', () => {
  const choice = changed(read('cause=abc&causeKind=order'), {
    asset: 'shares',
    records: 'withdrawals',
    kind: 'hold',
    span: 'year',
  })
  expect(queryOf(choice)).toEqual({ asset: 'shares', records: 'withdrawals', kind: 'hold', span: 'year' })
  expect(read('asset=shares&records=withdrawals&kind=hold&span=year')).toEqual(choice)
  expect([isNarrowed(choice), isNarrowed(read('asset=USD'))]).toEqual([true, false])
})

test('other records let go of a kind that they do not have, and keep one that they have', () => {
  const holds = changed(read(''), { records: 'trades', kind: 'hold' })
  expect(changed(holds, { records: 'withdrawals' }).kind).toBe('hold')
  expect(changed(holds, { records: 'deposits' }).kind).toBeNull()
})

test('a moment stays with other filters, and a span takes its place', () => {
  const since = read('kind=interest&since=1700000000000')
  expect(queryOf(changed(since, { asset: 'USD' }))).toMatchObject({ since: '1700000000000', kind: 'interest' })
  expect(changed(since, { span: 'week' }).since).toBeNull()
  expect(isNarrowed(read('since=1700000000000'))).toBe(true)
})

// prettier-ignore
test.each<[string, string, boolean, object]>([
  ['nothing chosen',              '',                           false, { asset: 'EUR' }],
  ['records since a moment',      'records=trades&since=17',    false, { asset: 'EUR', records: 'trades', from: 17 }],
  ['what is held',                'held=yes&asset=USD',         false, { asset: 'USD', held: 'yes' }],
  ['what is held, by entry',      'held=yes&view=entries',      true,  { asset: 'EUR' }],
  ['a span',                      'asset=shares&span=week',     false, { asset: 'shares', from: Date.UTC(2026, 2, 23, 23) }],
  ['all entries',                 'view=entries',               true,  { asset: 'EUR' }],
  ['a kind, which entries have',  'kind=fee',                   true,  { asset: 'EUR' }],
  ['one cause',                   'cause=abc',                  true,  { asset: 'EUR' }],
])('%s shows events or entries', (_what, query, ofEntries, input) => {
  expect(showsEntries(read(query))).toBe(ofEntries)
  expect(eventsFor(read(query), NOW)).toEqual(input)
  expect(choiceFor(new URLSearchParams(queryOf(read(query)) as Record<string, string>)).entries).toBe(query.endsWith('view=entries'))
})
