import { expect, test } from 'vitest'
import { decideArticle, isBrokenArticle, parseArticle, type Article, type ArticleDecision } from './article.rules.ts'

const WHOLE = `title: Why an order may wait
language: en
name: why-orders-wait
date: 2026-11-21 09:00
listings: XMAD:ABC, XNYS:DEF

The first paragraph.

## A heading
- one
- two
`
const NOW = Date.parse('2026-11-21T12:00:00Z')

test('a whole file is read', () => {
  expect(parseArticle(WHOLE, 'x.md')).toEqual({
    name: 'why-orders-wait',
    language: 'en',
    title: 'Why an order may wait',
    body: 'The first paragraph.\n\n## A heading\n- one\n- two',
    at: Date.parse('2026-11-21T08:00:00Z'),
    listings: ['XMAD:ABC', 'XNYS:DEF'],
  } satisfies Article)
})

test('what is not said is the file’s name, now and none; windows and a byte order mark change nothing', () => {
  const article = parseArticle('\ufefftitle: 标题\r\nlanguage: zh-Hant\r\n\r\n正文\r\n', 'notas/Aviso-1.tw.md')
  expect(article).toEqual({ name: 'aviso-1', language: 'tw', title: '标题', body: '正文', at: null, listings: [] })
})

// prettier-ignore
test.each<[what: string, text: string, line: number, told: RegExp]>([
  ['no text at all',         'title: A\nlanguage: en',                                    0, /no text/],
  ['nothing below',          'title: A\nlanguage: en\n\n  \n',                            3, /no text below/],
  ['no title',               'language: en\n\nx',                                         0, /title is missing/],
  ['a long title',           `title: ${'a'.repeat(141)}\nlanguage: en\n\nx`,              1, /141 signs; 140 is the most/],
  ['no language',            'title: A\n\nx',                                             0, /language is none of/],
  ['another language',       'title: A\nlanguage: de\n\nx',                               2, /language is none of/],
  ['an unknown field',       'title: A\nauthor: me\n\nx',                                 2, /"author: me" is none of/],
  ['a field twice',          'title: A\ntitle: B\n\nx',                                   2, /title is there twice/],
  ['a name with spaces',     'title: A\nlanguage: en\nname: a b\n\nx',                    3, /name is "a b"/],
  ['no such day',            'title: A\nlanguage: en\ndate: 2026-02-30\n\nx',             3, /date is "2026-02-30"/],
  ['no such hour',           'title: A\nlanguage: en\ndate: 2026-02-20 24:00\n\nx',       3, /date is/],
  ['no listing',             'title: A\nlanguage: en\nlistings: ABC\n\nx',                3, /"ABC" is no listing/],
  ['too many listings',      `title: A\nlanguage: en\nlistings: ${Array.from({ length: 11 }, (_l, n) => `XMAD:A${n}`).join()}\n\nx`, 3, /11 listings; 10/],
  ['a sign that turns',      'title: A\nlanguage: en\n\nx \u202e y',                      4, /cannot be seen/],
  ['too long a text',        `title: A\nlanguage: en\n\n${'x'.repeat(20_001)}`,           4, /20001 signs/],
])('a broken file says where and what: %s', (_what, text, line, expected) => {
  const read = parseArticle(text, 'file.md')
  expect(isBrokenArticle(read) && [read.line, expected.test(read.broken), read.broken]).toEqual([line, true, (read as { broken: string }).broken])
})

const article = parseArticle(WHOLE, 'x.md') as Article
const same = { title: article.title, body: article.body, version: 2 }
const other = { ...same, body: 'another text' }

// prettier-ignore
test.each<[what: string, act: 'publish' | 'edit', text: typeof same | null, isWithdrawn: boolean, now: number, decision: ArticleDecision]>([
  ['the first time',           'publish', null,  false, NOW,             { version: 0 }],
  ['at its own minute',        'publish', null,  false, article.at ?? 0, { version: 0 }],
  ['a day to come',            'publish', null,  false, (article.at ?? 0) - 1, { refused: 'in_future' }],
  ['the same again',           'publish', same,  false, NOW,             { unchanged: true }],
  ['another text',             'publish', other, false, NOW,             { refused: 'there_already' }],
  ['an edit',                  'edit',    other, false, NOW,             { version: 3 }],
  ['an edit that is none',     'edit',    same,  false, NOW,             { unchanged: true }],
  ['an edit of nothing',       'edit',    null,  false, NOW,             { refused: 'not_there' }],
  ['what was withdrawn',       'edit',    other, true,  NOW,             { refused: 'withdrawn' }],
])('an article is decided: %s', (_what, act, text, isWithdrawn, now, decision) => {
  expect(decideArticle(act, article, { text, isWithdrawn }, now)).toEqual(decision)
})
