import { expect, test } from 'vitest'
import { HOUR, MINUTE } from '../base/instant.ts'
import { articleFrom, definesEntities, feedDueAfter, plainText, type FeedItem } from './feed.rules.ts'

// prettier-ignore
test.each<[what: string, html: string, text: string]>([
  ['plain text',                'Sube un 3 %',                                     'Sube un 3 %'],
  ['tags',                      '<p>Uno <b>dos</b></p><p>tres</p>',                'Uno dos\ntres'],
  ['a script',                  'a<script>alert(1)</script>b',                     'a b'],
  ['a script that never ends',  'a<script>alert(1)',                               'a'],
  ['a script in capitals',      'a<SCRIPT SRC=x>alert(1)</SCRIPT >b',              'a b'],
  ['a handler',                 '<img src=x onerror=alert(1)>texto',               'texto'],
  ['a tag that never ends',     'texto <img src=x onerror=alert(1)',               'texto'],
  ['a comment',                 'a<!-- <b>x --> b',                                'a b'],
  ['entities',                  'a &amp; b &#8364; &#x20ac; &ntilde; &unknown;',   'a & b € € ñ &unknown;'],
  ['what every object has',     '&toString; &valueOf;',                            '&toString; &valueOf;'],
  ['entities are read once',    '&amp;lt;b&amp;gt;',                               '&lt;b&gt;'],
  ['what is no tag stays',      '3 < 4 and 5 > 4',                                 '3 < 4 and 5 > 4'],
  ['no sign of no code',        '&#0;&#xd800;&#9999999;x',                         'x'],
  ['unseen and turning signs',  'a\u202eb\u200bc\u0007d',                          'abcd'],
  ['breaks',                    'a<br>b<br/>c\r\n\r\n\r\nd',                       'a\nb\nc\n\nd'],
])('what may be HTML becomes text: %s', (_what, html, text) => {
  expect(plainText(html)).toBe(text)
})

test.each(['<br ', '</p ', '<script ', '<svg ', '<!-- ', '<a ', '<script></script ', '&#1'])(
  'a text of nothing but %s is read at once, however long it is',
  (part) => {
    expect(plainText(`before${part.repeat(20_000)}`)).toMatch(/^before/)
  },
  300,
)

test('a huge text is cut before it costs time', () => {
  const html = `${'<'.repeat(30_000)}${'<a '.repeat(200_000)}`
  expect(plainText(html).length).toBeLessThan(40_001)
})

const NOW = Date.parse('2026-11-21T12:00:00Z')
const ADDRESS = 'https://news.example/rss'
const item = (more: Partial<FeedItem> = {}): FeedItem => ({
  guid: 'g', title: 'Title', text: 'Text', link: 'https://news.example/1', date: '2026-11-20T10:00:00Z', ...more,
}) // prettier-ignore

// prettier-ignore
test.each<[what: string, date: string | null, at: number | null]>([
  ['its own',                    '2026-11-20T10:00:00Z',           Date.parse('2026-11-20T10:00:00Z')],
  ['as RSS writes it',           'Fri, 20 Nov 2026 11:00:00 +0100', Date.parse('2026-11-20T10:00:00Z')],
  ['this millisecond',           '2026-11-21T12:00:00Z',           NOW],
  ['to come',                    '2026-11-21T12:00:00.001Z',       NOW],
  ['far to come',                '2999-01-01T00:00:00Z',           NOW],
  ['none',                       null,                             NOW],
  ['nonsense',                   'yesterday evening',              NOW],
  ['sixty days old',             '2026-09-22T12:00:00Z',           Date.parse('2026-09-22T12:00:00Z')],
  ['older',                      '2026-09-22T11:59:59.999Z',       null],
])('an item’s day: %s', (_what, date, at) => {
  expect(articleFrom(item({ date }), ADDRESS, NOW)?.at ?? null).toBe(at)
})

test('an item is known by its guid, else its link, else its title, within its feed', () => {
  const keyOf = (more: Partial<FeedItem>, address = ADDRESS) => articleFrom(item(more), address, NOW)?.key
  expect(keyOf({ title: 'Other', link: null, date: null })).toBe(keyOf({}))
  expect(keyOf({ guid: 'h' })).not.toBe(keyOf({}))
  expect(keyOf({}, 'https://other.example/rss')).not.toBe(keyOf({}))
  expect(keyOf({ guid: null, title: 'Other' })).toBe(keyOf({ guid: ' ' }))
  expect(keyOf({ guid: null, link: null, text: 'Other' })).toBe(keyOf({ guid: null, link: null }))
})

test('an item without a title is none; a long one is cut; a text that only repeats the title is left out', () => {
  expect(articleFrom(item({ title: '<script>x</script>' }), ADDRESS, NOW)).toBeNull()
  const long = articleFrom(item({ title: '标'.repeat(300), text: 'x '.repeat(2_000) }), ADDRESS, NOW)
  expect([...(long?.title ?? '')].length).toBe(200)
  expect((long?.body ?? '').length).toBeLessThanOrEqual(1_200)
  expect(articleFrom(item({ text: '<p>Title</p>' }), ADDRESS, NOW)?.body).toBe('')
})

test('after failures a feed is polled at growing intervals, up to a day', () => {
  expect([0, 1, 2, 3].map(feedDueAfter)).toEqual([15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR])
  expect(feedDueAfter(100)).toBe(24 * HOUR)
})

// prettier-ignore
test.each<[what: string, xml: string, defines: boolean]>([
  ['a plain feed',                 '<?xml version="1.0"?><rss></rss>',                          false],
  ['entities',                     '<!DOCTYPE x [<!ENTITY a "b">]><rss/>',                      true],
  ['a type elsewhere',             '<!doctype rss SYSTEM "http://x/y.dtd"><rss/>',              true],
  ['spoken of in a text',          '<rss><![CDATA[<!ENTITY a "b">]]></rss>',                    false],
  ['spoken of in a comment',       '<!-- <!DOCTYPE x> --><rss/>',                               false],
  ['behind a text with a comment', '<![CDATA[ <!-- ]]><!DOCTYPE x []><rss/> -->',               true],
  ['behind a comment with a text', '<!-- <![CDATA[ --><!DOCTYPE x []><rss/> ]]>',               true],
])('whether a document defines anything: %s', (_what, xml, defines) => {
  expect(definesEntities(xml)).toBe(defines)
})
