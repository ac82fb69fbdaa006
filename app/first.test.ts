import { describe, expect, test } from 'vitest'
import { priceE4 } from '@lonja/core/base/amount'
import { formatCount, formatPrice, markFor, separatorsFor } from '@lonja/core/base/formats'
import { LANGUAGES } from '@lonja/core/base/language'
import { withoutNames } from './files.build.ts'
import { earlyReads } from './first.build.ts'
import { EARLY_PAGES, earlyFor } from './src/discover/early.ts'
import { ROUTES } from './src/routes.ts'

describe('the early reads', () => {
  test('are of pages that exist and that anyone may see, in words that a query takes as they are', () => {
    const { everywhere, early } = earlyReads()
    expect(everywhere).toEqual([
      ['/about', {}],
      ['/support/link', {}],
    ])
    expect(Object.keys(early)).toHaveLength(3)
    for (const path of Object.keys(EARLY_PAGES)) expect(ROUTES[path]).toMatchObject({ caller: 'anyone' })
    const wires = [...everywhere, ...Object.values(early).flatMap(({ reads }) => reads)].map(([, wire]) => wire)
    for (const value of wires.flatMap(Object.values)) expect(value).toEqual(expect.any(String))
  })

  test('of a listing say which', () => {
    const path = '/subPackages/home/socketDetail/socketDetail'
    expect(earlyFor(path, new URLSearchParams('listing=XMAD:ABC'))).toMatchObject([{ input: { listing: 'XMAD:ABC' } }])
    expect(earlyFor(path, new URLSearchParams())).toEqual([])
  })

  test.each([
    ['', 2],
    ['list=losers', 0],
    ['venue=us', 0],
    ['venue=', 2],
  ])('of the market at "%s" are %s', (query, count) => {
    expect(earlyFor('/pages/market/index', new URLSearchParams(query))).toHaveLength(count)
  })
})

test.each(LANGUAGES)('the first paint writes a count in %s as the app does', (language) => {
  const { thousands } = separatorsFor(language)
  for (const count of ['7', '999', '1000', '8999', '1234567']) {
    expect(count.replace(/\B(?=(\d{3})+$)/g, thousands)).toBe(formatCount(count, language))
  }
})

test.each(LANGUAGES)('the first paint writes a price in %s as the app does', (language) => {
  const { thousands, decimal } = separatorsFor(language)
  for (const [wire, price] of [
    ['7.05', priceE4(70_500n)],
    ['1234567.80', priceE4(12_345_678_000n)],
  ] as const) {
    const [whole = '', cents = ''] = wire.split('.')
    const digits = whole.replace(/\B(?=(\d{3})+$)/g, thousands) + decimal + cents
    const written = formatPrice(price, language, 'USD')
    expect([`${digits}\u00a0${markFor('USD', language)}`, `${markFor('USD', language)}${digits}`]).toContain(written)
  }
})

describe('the names of the lazy files', () => {
  const list = `const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["./Home-a.js","./base-b.js","./calls-c.js","./Own-d.js"])))=>i.map(i=>d[i]);\n`
  const home = 'X(()=>import(`./Home-a.js`).then(e=>e.Home),__vite__mapDeps([0,1,2]),import.meta.url)'
  const own = 'X(async()=>{let{Own:e}=await import("./Own-d.js");return{Own:e}},__vite__mapDeps([3,2]),import.meta.url)'
  const loaded = (name: string) => name === 'base-b.js'

  test('leave the code, which asks for them by number', () => {
    const { code, files } = withoutNames(`import"./base-b.js";\n${list}${home};${own}`, loaded)
    expect(code).toBe(
      'import"./base-b.js";\n' +
        'X(()=>import(lonjaFiles(0)[0]).then(e=>e.Home),lonjaFiles(0),import.meta.url);' +
        'X(async()=>{let{Own:e}=await import(lonjaFiles(3)[0]);return{Own:e}},lonjaFiles(3),import.meta.url)',
    )
    expect(files).toEqual({ names: ['Home-a.js', 'base-b.js', 'calls-c.js', 'Own-d.js'], parts: { 0: [2], 3: [2] } })
  })

  test.each([
    ['no list', home, 'in another way'],
    ['a name in another form', `${list}${home};fetch("./calls-c.js")`, 'still names calls-c.js'],
    ['a share in another form', `${list}${home};X(()=>1,__vite__mapDeps(more))`, 'still names lists'],
  ])('fail the build with %s', (_of, code, why) => {
    expect(() => withoutNames(code, loaded)).toThrow(why)
  })
})
