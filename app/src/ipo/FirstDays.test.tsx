// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { listFirstDays } from '@lonja/core/ipo/firstdays.contract'
import { listOffers, listOwnApplications } from '@lonja/core/ipo/ipo.contract'
import { no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { enter, plain, show } from '@lonja/kit/screens.testing'
import { openPage, withApp } from '../screens.testing.tsx'
import { FirstDays } from './FirstDays.tsx'
import { offer } from './offer.testing.ts'

const wire = withApp()
const rowsOf = (...bps: readonly number[]) => ({ rows: bps.map((one) => ({ offer: newId(), bps: one })) })

async function panel(answer: Parameters<typeof wire.house.answer<typeof listFirstDays>>[1]) {
  wire.house.answer(listFirstDays, answer)
  enter()
  const page = show(<FirstDays />)
  const heading = await page.findByRole('heading', { name: /primer día/ })
  return plain(heading.parentElement?.textContent ?? '')
}

const bars = () =>
  [...document.querySelectorAll('rect')].map((bar) => [bar.getAttribute('class'), Number(bar.getAttribute('height'))])

describe('the first days of offers', () => {
  test('are those of the newest ones: how many lost, from the worst to the best, and the middle', async () => {
    const text = await panel(rowsOf(802, -618, 40, -20, 3_106, -2_241))
    expect(text).toContain('El primer día de las 6 últimas, al cierre')
    expect(text).toContain('3 perdieron')
    expect(text).not.toContain('por la regla')
    expect(text).toContain('de -22,41% a +31,06%')
    expect(text).toContain('mediana +0,10%')
    // The worst first; those that lost stand below the line.
    const [drawn, heights] = [bars().map(([name]) => name), bars().map(([, height]) => height as number)]
    expect(new Set(drawn.slice(0, 3)).size).toBe(1)
    expect(new Set(drawn.slice(3)).size).toBe(1)
    expect(drawn[0]).not.toBe(drawn[5])
    expect(heights[0]! / heights[5]!).toBeCloseTo(2_241 / 3_106, 2)
    expect(heights[3]).toBeGreaterThan(0)
  })

  test('lead to the rule and its chart, which is not what came of it', async () => {
    wire.house.answer(listFirstDays, rowsOf(802, -618, 40, -20, 3_106, -2_241))
    enter()
    const page = show(<FirstDays />)
    await page.user.click(await page.findByRole('button', { name: 'La regla y su gráfico' }))
    const sheet = page.getByRole('dialog', { name: 'La regla y su gráfico' })
    expect(plain(sheet.textContent)).toMatch(/De cada 14, al cierre de su primer día5 pierden/)
    expect(sheet.querySelectorAll('rect')).toHaveLength(14)
  })

  test.each([[], [100], [100, -100, 5, 6]])('fewer than five say nothing: the rule stands for them (%#)', async (...few) => {
    const text = await panel(rowsOf(...few))
    expect(text).toContain('De cada 14, al cierre de su primer día')
    expect(text).toContain('Así es por la regla')
    expect(text).toContain('5 pierden')
    expect(text).toContain('de -6,96% a +11,44%')
    expect(bars()).toHaveLength(14)
  }) // prettier-ignore

  test('the rule also stands where they cannot be read', async () => {
    expect(await panel(no('unavailable', 'Ahora no'))).toContain('por la regla')
  })

  test('a listed offer has its own one in the list, and one whose first day goes on has none', async () => {
    const [over, running] = [offer({ id: newId(), state: 'listed', company: 'Cantil', returnBps: -936 }), offer({ id: newId(), state: 'listed', company: 'Dorada', returnBps: 12 })] // prettier-ignore
    wire.house.answer(listOffers, { rows: [over, running], cursor: null, hasOffers: true })
    wire.house.answer(listOwnApplications, { rows: [], cursor: null })
    wire.house.answer(listFirstDays, { rows: [{ offer: over.id, bps: -618 }] })
    enter()
    const page = await openPage('/subPackages/home/ipo/ipo')
    await page.findByText('-6,18%')
    expect(plain(page.getByRole('link', { name: /Cantil/ }).textContent)).toMatch(/-9,36%.*primer día -6,18%/)
    expect(plain(page.getByRole('link', { name: /Dorada/ }).textContent)).toContain('desde su precio')
  })

  test('a house without offers has none', async () => {
    wire.house.answer(listOffers, { rows: [], cursor: null, hasOffers: false })
    wire.house.answer(listOwnApplications, { rows: [], cursor: null })
    enter()
    const page = await openPage('/subPackages/home/ipo/ipo')
    await page.findByText('Aquí no hay salidas a bolsa')
    expect(page.queryByText(/primer día/)).toBeNull()
  })
})
