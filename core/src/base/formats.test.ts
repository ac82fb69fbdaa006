import { expect, test } from 'vitest'
import { eur, priceE4, rateE6, usd } from './amount.ts'
import { readFigure } from './figures.ts'
import * as formats from './formats.ts'
import { LANGUAGES, type Language } from './language.ts'

/** Show no-break spaces as `_` and narrow ones as `~`, so that the tables below are readable. */
const seen = (text: string): string => text.replaceAll('\u00a0', '_').replaceAll('\u202f', '~')
const inEach = (write: (language: Language) => string): string[] => LANGUAGES.map((language) => seen(write(language)))

// prettier-ignore
test.each<[string, unknown, number, string[]]>([
  //                            value                 decimals  tur                 cn          tw          en          fr
  ['four digits',               1234.5,               2, ['1.234,50',            '1,234.50', '1,234.50', '1,234.50', '1~234,50']],
  ['a decimal string',          '-1234567.891',       2, ['-1.234.567,89',       '-1,234,567.89', '-1,234,567.89', '-1,234,567.89', '-1~234~567,89']],
  ['a bigint past any float',   9007199254740993n,    0, ['9.007.199.254.740.993', '9,007,199,254,740,993', '9,007,199,254,740,993', '9,007,199,254,740,993', '9~007~199~254~740~993']],
  ['half to even, down',        '0.125',              2, ['0,12', '0.12', '0.12', '0.12', '0,12']],
  ['half to even, up',          '0.135',              2, ['0,14', '0.14', '0.14', '0.14', '0,14']],
  ['nothing left, no sign',     -0.001,               2, ['0,00', '0.00', '0.00', '0.00', '0,00']],
  ['an exponent',               1e-7,                 8, ['0,00000010', '0.00000010', '0.00000010', '0.00000010', '0,00000010']],
  ['a large exponent',          1e21,                 0, ['1.000.000.000.000.000.000.000', '1,000,000,000,000,000,000,000', '1,000,000,000,000,000,000,000', '1,000,000,000,000,000,000,000', '1~000~000~000~000~000~000~000']],
])('numbers: %s', (_line, value, decimals, written) => {
  expect(inEach((language) => formats.formatNumber(value, language, decimals))).toEqual(written)
})

test.each([
  ['abc'],
  [''],
  ['.'],
  ['1,5'],
  ['0x10'],
  ['12 34'],
  [null],
  [undefined],
  [NaN],
  [Infinity],
  [{}],
  [[]],
  [true],
])('not numeric: %j is a dash in every formatter', (value) => {
  expect(inEach((language) => formats.formatNumber(value, language))).toEqual(['-', '-', '-', '-', '-'])
  expect(formats.formatPercent(value, 'tur')).toBe('-')
  expect(formats.formatBig(value, 'tur')).toBe('-')
  expect(formats.tonePercent(value)).toBe('flat')
})

// prettier-ignore
test.each([
  ['euros',        eur(123450n),     ['1.234,50_€',      '€1,234.50',     '€1,234.50',     '€1,234.50',     '1~234,50_€']],
  ['dollars',      usd(23148n),      ['231,48_US$',      'US$231.48',     'US$231.48',     'US$231.48',     '231,48_$US']],
  ['a debt',       usd(-231875n),    ['-2.318,75_US$',   '-US$2,318.75',  '-US$2,318.75',  '-US$2,318.75',  '-2~318,75_$US']],
  ['one cent',     eur(1n),          ['0,01_€',          '€0.01',         '€0.01',         '€0.01',         '0,01_€']],
  ['shares',       { asset: 'XMAD:BVE', units: 1204n } as const, ['1.204', '1,204', '1,204', '1,204', '1~204']],
])('amounts: %s', (_line, amount, written) => {
  expect(inEach((language) => formats.formatAmount(amount, language))).toEqual(written)
})

test('a result shows its sign, and zero has none', () => {
  expect(seen(formats.formatAmount(eur(14525n), 'tur', 'results'))).toBe('+145,25_€')
  expect(formats.formatAmount(eur(20n), 'cn', 'results')).toBe('+€0.20')
  expect(seen(formats.formatAmount(eur(0n), 'tur', 'results'))).toBe('0,00_€')
  expect(formats.moneyParts(eur(-20n), 'cn')).toEqual({ sign: '-', digits: '0.20', mark: '€', markAfter: false })
  expect(() => formats.moneyParts({ asset: 'XMAD:BVE', units: 1n }, 'tur')).toThrow('only a currency has a mark')
})

// prettier-ignore
test.each<[string, bigint | null, string]>([
  ['a price',                            174600n, '17,46'],
  ['rounded half to even from one up',   174650n, '17,46'],
  ['four decimals below one',            3567n,   '0,3567'],
  ['two where the cents are whole',      3500n,   '0,35'],
  ['one exactly',                        10000n,  '1,00'],
  ['none',                               null,    '-'],
])('prices: %s', (_line, price, written) => {
  expect(formats.formatPrice(price === null ? null : priceE4(price), 'tur')).toBe(written)
})

test('a price with its currency stands as the language has it', () => {
  expect(inEach((language) => formats.formatPrice(priceE4(2314800n), language, 'USD'))).toEqual(
    ['231,48_US$', 'US$231.48', 'US$231.48', 'US$231.48', '231,48_$US'], // prettier-ignore
  )
})

// prettier-ignore
test.each<[string, unknown, string, string, formats.Tone]>([
  ['floored, not rounded',        1.159,     '+1,15%',  '+1.15%',  'gain'],
  ['floored away from zero',      -1.239,    '-1,24%',  '-1.24%',  'loss'],
  ['exact, though a float is not', 1.15,     '+1,15%',  '+1.15%',  'gain'],
  ['a hundredth',                 '0.01',    '+0,01%',  '+0.01%',  'gain'],
  ['just under a hundredth',      '0.00999', '0,00%',   '0.00%',   'flat'],
  ['just under zero',             -0.00001,  '-0,01%',  '-0.01%',  'loss'],
  ['zero',                        0,         '0,00%',   '0.00%',   'flat'],
  ['minus zero',                  -0,        '0,00%',   '0.00%',   'flat'],
  ['a thousand',                  1234.5,    '+1.234,50%', '+1,234.50%', 'gain'],
])('percentages: %s', (_line, value, spanish, english, tone) => {
  expect(formats.formatPercent(value, 'tur')).toBe(spanish)
  expect(formats.formatPercent(value, 'en')).toBe(english)
  expect(formats.tonePercent(value)).toBe(tone)
})

// prettier-ignore
test.each([
  ['tur', 1_084_250n, '1 € = 1,0842 US$'],
  ['tur', 1_084_251n, '1 € = 1,0843 US$'],
  ['fr',  1_100_000n, '1 € = 1,1000 $US'],
  ['en',    904_200n, '€1 = US$0.9042'],
  ['cn',  1_100_000n, '€1 = US$1.1000'],
] as const)('in %s an exchange rate has its direction', (language, rate, text) => {
  expect(formats.formatExchange(rateE6(rate), language).replaceAll('\u00a0', ' ')).toBe(text)
})

// prettier-ignore
test.each([
  ['tur',  1_000n,  '0,1000 €'],
  ['tur',  1_234n,  '0,1234 €'],
  ['en',   9_999n,  '€0.9999'],
  ['en',  10_000n,  '€1.00'],
  ['fr', 174_600n,  '17,46 €'],
] as const)('in %s a named price has its decimals', (language, price, text) => {
  expect(formats.formatNamedPrice(priceE4(price), language, 'EUR').replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(text)
})

test('an exchange rate of a record has all its decimals', () => {
  expect(inEach((language) => formats.formatExchange(rateE6(1_084_250n), language, 6))).toEqual(
    ['1_€ = 1,084250_US$', '€1 = US$1.084250', '€1 = US$1.084250', '€1 = US$1.084250', '1_€ = 1,084250_$US'], // prettier-ignore
  )
})

test('a change is floored from exact figures', () => {
  expect(formats.changeBps(172600n, 174600n)).toBe(115n)
  expect(formats.changeBps(300n, 299n)).toBe(-34n)
  expect(formats.changeBps(0n, 100n)).toBeNull()
  expect(formats.formatBps(null, 'tur')).toBe('-')
  expect(formats.formatRate(10n, 'tur')).toBe('0,10%')
  expect(formats.formatRate(2500n, 'en', 0)).toBe('25%')
})

// prettier-ignore
test.each<[string, bigint, string[]]>([
  ['small, in full',       9999n,              ['9.999',        '9,999',    '9,999',   '9,999',   '9~999']],
  ['ten thousand',         12_408n,            ['12.408',       '1.24万',   '1.24萬',  '12,408',  '12~408']],
  ['one short of a million', 999_999n,         ['999.999',      '100.00万', '100.00萬', '999,999', '999~999']],
  ['millions',             6_210_000n,         ['6,21_M',       '621万',    '621萬',   '6.21m',   '6,21_M']],
  ['thousands of millions', 3_142_000_000n,    ['3.142_M',      '31.42亿',  '31.42億', '3.14bn',  '3,14_Md']],
  ['a trillion',           1_280_000_000_000n, ['1,28_B',       '1.28万亿', '1.28兆',  '1.28tn',  '1,28_Bn']],
])('big counts: %s', (_line, value, written) => {
  expect(inEach((language) => formats.formatBig(value, language))).toEqual(written)
})

test('big money carries its mark', () => {
  expect(inEach((language) => formats.formatBigAmount(eur(314_200_000_000n), language))).toEqual(
    ['3.142_M€', '€31.42亿', '€31.42億', '€3.14bn', '3,14_Md€'], // prettier-ignore
  )
  expect(formats.formatBigAmount(usd(-128_000_000_000_000n), 'en')).toBe('-US$1.28tn')
  expect(seen(formats.formatBigAmount(eur(123450n), 'tur'))).toBe('1.234,50_€')
})

// prettier-ignore
test.each([
  [200_000_000_000n, 8, '2.000,00'],
  [5_000_000n, 8, '0,05'],
  [112_500_000n, 8, '1,1250'],
  [1_234_500n, 8, '0,012345'],
  [12_345_678_912_345_678n, 8, '123.456.789,12345678'],
  [15_000n, 4, '1,50'],
  [12_340n, 4, '1,2340'],
  [0n, 8, '0,00'],
  [150n, 2, '1,50'],
  [1_125n, 3, '1,125'],
  [7n, 0, '7'],
])('%d with %d places, without those that say nothing', (figure, decimals, text) => {
  const { units, places } = formats.trimmedPlaces(figure, decimals)
  expect(formats.formatUnits(units, places, 'tur')).toBe(text)
  expect(readFigure(text.replaceAll('.', ''), 'tur', decimals)).toEqual(decimals === 3 ? expect.anything() : { units: figure })
})
