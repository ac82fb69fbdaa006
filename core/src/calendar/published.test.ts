import { describe, expect, test } from 'vitest'
import { HOUR, MINUTE } from '../base/instant.ts'
import { dayNumberOf, dayOf, localInstant, weekdayOf, type DayNumber } from './days.ts'
import { spanOf } from './sessions.ts'

/*
 * Compares the product's calendars with those that the exchanges published, copied by hand from these pages only:
 *
 * New York, 2022 to 2024:    https://mondovisione.com/media-and-resources/news/nyse-group-announces-2022-2023-and-2024-holiday-and-early-closings-calendar/
 * New York, 2025 to 2027:    https://mondovisione.com/media-and-resources/news/nyse-group-announces-2025-2026-and-2027-holiday-and-early-closings-calendar/
 * New York, 2026 to 2028:    https://mondovisione.com/media-and-resources/news/nyse-group-announces-2026-2027-and-2028-holiday-and-early-closings-calendar-20251223/
 * New York, 2013:            http://www.wealthdaily.com/resources/nyse-holiday-calendar/22
 * New York, 9 January 2025:  NYSE's notice that it would observe the day of mourning for President Carter
 * Madrid, 2023:              https://www.ecobolsa.com/noticias/calendario-bursatil-2023-bolsa-espanola-cerrara-cinco-dias-dos-mas-este-ano.html
 * Madrid, 2024 and 2025:     https://www.infobae.com/espana/agencias/2025/12/07/la-bolsa-espanola-abrira-este-lunes-pese-a-la-festividad-de-la-inmaculada/
 *                            and EFE's report of 22 December 2024 on half sessions and holidays of 2024, kept in 2025
 * Madrid, 2026:              https://www.bolsasymercados.es/es/sala-de-comunicacion/notas-de-prensa/2025/calendario-de-2026-en-los-mercados-financieros-espanoles.html
 * Madrid, 2013:              https://www.eleconomista.es/mercados-cotizaciones/noticias/5415838/12/13/La-bolsa-espanola-abre-manana-hasta-las-1400-y-cierra-el-miercoles-y-el-jueves.html
 *
 * Madrid's calendar of 2027 was not published when this was written; the test applies the rule of the years before it.
 */

type City = 'New York' | 'Madrid'
const ZONES = { 'New York': 'America/New_York', Madrid: 'Europe/Madrid' } as const

const weekdaysIn = (year: number): DayNumber[] => {
  const first = dayNumberOf(`${year}-01-01`)
  const count = dayNumberOf(`${year + 1}-01-01`) - first
  return Array.from({ length: count }, (_none, n) => first + n).filter((number) => ![0, 6].includes(weekdayOf(number)))
}
const label = (number: DayNumber): string => dayOf(number).slice(5)

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const typed = (days: string): string[] =>
  days.split(', ').flatMap((day) => {
    const [month = '', date = ''] = day.split(' ')
    return month === '' ? [] : [`${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}-${date.padStart(2, '0')}`]
  })

// prettier-ignore
const PUBLISHED: [City, number, string, string][] = [
  // where      year  closed                                                                                closed early
  ['New York', 2013, 'Jan 1, Jan 21, Feb 18, Mar 29, May 27, Jul 4, Sep 2, Nov 28, Dec 25',                 'Jul 3, Nov 29, Dec 24'],
  ['New York', 2024, 'Jan 1, Jan 15, Feb 19, Mar 29, May 27, Jun 19, Jul 4, Sep 2, Nov 28, Dec 25',         'Jul 3, Nov 29, Dec 24'],
  ['New York', 2025, 'Jan 1, Jan 9, Jan 20, Feb 17, Apr 18, May 26, Jun 19, Jul 4, Sep 1, Nov 27, Dec 25',  'Jul 3, Nov 28, Dec 24'],
  ['New York', 2026, 'Jan 1, Jan 19, Feb 16, Apr 3, May 25, Jun 19, Jul 3, Sep 7, Nov 26, Dec 25',          'Nov 27, Dec 24'],
  ['New York', 2027, 'Jan 1, Jan 18, Feb 15, Mar 26, May 31, Jun 18, Jul 5, Sep 6, Nov 25, Dec 24',         'Nov 26'],
  ['New York', 2028, 'Jan 17, Feb 21, Apr 14, May 29, Jun 19, Jul 4, Sep 4, Nov 23, Dec 25',                'Jul 3, Nov 24'],
  ['Madrid',   2013, 'Jan 1, Mar 29, Apr 1, May 1, Dec 25, Dec 26',                                         'Dec 24, Dec 31'],
  ['Madrid',   2022, 'Apr 15, Apr 18, Dec 26',                                                              ''],
  ['Madrid',   2023, 'Apr 7, Apr 10, May 1, Dec 25, Dec 26',                                                ''],
  ['Madrid',   2024, 'Jan 1, Mar 29, Apr 1, May 1, Dec 25, Dec 26',                                         'Dec 24, Dec 31'],
  ['Madrid',   2025, 'Jan 1, Apr 18, Apr 21, May 1, Dec 25, Dec 26',                                        'Dec 24, Dec 31'],
  ['Madrid',   2026, 'Jan 1, Apr 3, Apr 6, May 1, Dec 25',                                                  'Dec 24, Dec 31'],
  ['Madrid',   2027, 'Jan 1, Mar 26, Mar 29',                                                               'Dec 24, Dec 31'],
]

test.each(PUBLISHED)('%s in %i is shut on %s, early on %s, and on no other weekday', (city, year, shut, early) => {
  const zone = ZONES[city]
  const spans = weekdaysIn(year).map((number) => ({ number, span: spanOf(zone, number, 'exchange') }))
  expect(spans.filter(({ span }) => !span).map(({ number }) => label(number))).toEqual(typed(shut))
  const usual = (city === 'Madrid' ? 8.5 : 6.5) * HOUR
  const short = spans.filter(({ span }) => span && span.close - span.open !== usual)
  expect(short.map(({ number }) => label(number))).toEqual(typed(early))
  for (const { number, span } of short) {
    const closes = city === 'Madrid' ? 14 : 13
    expect(span?.close).toBe(localInstant(zone, number, closes * HOUR))
  }
})

test('no weekend day trades', () => {
  for (let number = dayNumberOf('2024-01-06'); number < dayNumberOf('2028-01-01'); number += 7) {
    for (const zone of Object.values(ZONES)) {
      expect([spanOf(zone, number, 'exchange'), spanOf(zone, number + 1, 'exchange')]).toEqual([null, null])
    }
  }
})

/**
 * Clocks go forward in the United States on the second Sunday of March and back on the first of November (Energy Policy
 * Act of 2005, section 110), in Europe on the last Sundays of March and October (Directive 2000/84/EC), entered as dates.
 */
const CHANGES: [number, Record<City, [string, string]>][] = [
  [2013, { 'New York': ['03-10', '11-03'], Madrid: ['03-31', '10-27'] }],
  [2024, { 'New York': ['03-10', '11-03'], Madrid: ['03-31', '10-27'] }],
  [2025, { 'New York': ['03-09', '11-02'], Madrid: ['03-30', '10-26'] }],
  [2026, { 'New York': ['03-08', '11-01'], Madrid: ['03-29', '10-25'] }],
  [2027, { 'New York': ['03-14', '11-07'], Madrid: ['03-28', '10-31'] }],
]

describe.each(CHANGES)('the clocks of %i', (year, changes) => {
  test.each(['New York', 'Madrid'] as const)('every session of %s opens at its hour, summer and winter', (city) => {
    const [forward, back] = changes[city]
    for (const number of weekdaysIn(year)) {
      const span = spanOf(ZONES[city], number, 'exchange')
      if (!span) continue
      const isSummer = label(number) > forward && label(number) < back
      const winterOpens = city === 'Madrid' ? 8 * HOUR : 14 * HOUR + 30 * MINUTE
      const opens = Date.parse(`${dayOf(number)}T00:00:00Z`) + winterOpens - (isSummer ? HOUR : 0)
      expect([dayOf(number), span.open]).toEqual([dayOf(number), opens])
    }
  })

  test('days around the clock have 23 hours on the one Sunday and 25 on the other', () => {
    for (const [city, [forward, back]] of Object.entries(changes) as [City, [string, string]][]) {
      const hoursOn = (day: string): number => {
        const span = spanOf(ZONES[city], dayNumberOf(`${year}-${day}` as `${number}-${number}-${number}`), 'always')
        return span ? (span.close - span.open) / HOUR : 0
      }
      expect([hoursOn(forward), hoursOn(back)]).toEqual([23, 25])
    }
  })
})

test('October 2013, the month of the recorded bars: every weekday, Madrid an hour later in Universal Time from the 28th', () => {
  const days = weekdaysIn(2013).filter((number) => label(number).startsWith('10-'))
  expect(days).toHaveLength(23)
  const shown = (city: City) =>
    days.map((number) => {
      const span = spanOf(ZONES[city], number, 'exchange')
      return span && [span.open, span.close].map((at) => new Date(at).toISOString().slice(8, 16)).join(' ')
    })
  const expected = (open: string, close: string, from: number, to: number): string[] =>
    days
      .map((number) => Number(label(number).slice(3)))
      .flatMap((day) => {
        const date = String(day).padStart(2, '0')
        return day >= from && day <= to ? [`${date}T${open} ${date}T${close}`] : []
      })
  expect(shown('New York')).toEqual(expected('13:30', '20:00', 1, 31))
  expect(shown('Madrid')).toEqual([...expected('07:00', '15:30', 1, 27), ...expected('08:00', '16:30', 28, 31)])
})
