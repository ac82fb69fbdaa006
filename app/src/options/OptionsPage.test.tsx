// @vitest-environment jsdom
import { afterEach, describe, expect, test } from 'vitest'
import { MINUTE, SECOND } from '@lonja/core/base/instant'
import { readProfile } from '@lonja/core/accounts/accounts.contract'
import { listCandles, readInstrument } from '@lonja/core/market/market.contract'
import { enterOption, listOptions, readOptionTerms, setOptionLimit } from '@lonja/core/options/options.contract'
import { no } from '@lonja/kit/house.testing'
import { enter, figureOf, plain, type Page } from '@lonja/kit/screens.testing'
import { changeTextSize } from '@lonja/kit/session'
import { profile } from '../accounts/profile.testing.ts'
import { instrument } from '../orders/market.testing.ts'
import { openPage, switchOff, whereNow, withApp } from '../screens.testing.tsx'
import { countdownText } from './option.ts'
import { NOW, ID, words, TERMS, limit, totals, terms, session } from './options.testing.ts'

const wire = withApp()
afterEach(() => changeTextSize(100))
async function openOptions(shown = terms(), query = '', of = session): Promise<Page> {
  wire.house.answer(readInstrument, instrument({ session: of }))
  wire.house.answer(readProfile, profile())
  wire.house.answer(readOptionTerms, shown)
  wire.house.answer(listOptions, { rows: [], cursor: null })
  wire.house.answer(listCandles, no('unknown_listing', 'No hay'))
  enter()
  return openPage(`/subPackages/home/options/options${query}`)
}
test.each([
  [7 * MINUTE + 41 * SECOND, '07:41'],
  [1, '00:01'],
  [0, '00:00'],
  [-SECOND, '00:00'],
  [61 * MINUTE, '1:01:00'],
])('a rest of %s ms is %s', (ms, text) => expect(countdownText(ms)).toBe(text))

describe('before an entry', () => {
  test('the loss on average, the prohibition and what the own options have lost are said', async () => {
    const page = await openOptions()
    await page.findByText('Elegir una acción')
    const shown = words(page)
    for (const part of [
      'De cada 100,00',
      '-6,00',
      'Unión Europea está prohibido',
      '-136,00',
      '50,00 € de 100,00 €',
      '4.812 opciones han dado -5,88%',
      'acabe por encima o por debajo de su precio de partida',
    ])
      expect(shown).toContain(plain(part))
  })

  test('who has entered none reads no record of zeros', async () => {
    const page = await openOptions(terms({ totals: { ...totals, count: 0, staked: 0n, paid: 0n, won: 0, lost: 0 } }))
    await page.findByText('Aún no has entrado en ninguna')
    expect(words(page)).not.toContain('acertadas')
    expect(words(page)).toContain(plain('50,00 € de 100,00 €'))
  })

  test.each([
    ['replay', 'su final ya se conoce'],
    ['feed', 'vienen de un mercado de verdad'],
  ] as const)('without options for the reason %s the page says why, and has no form', async (off, why) => {
    const page = await openOptions(terms({ off }), '?listing=XMAD:BVE')
    await page.findByText(new RegExp(why))
    expect(page.queryByRole('button', { name: /Entrar/ })).toBeNull()
  })

  test('while options are off the page says so, has no form, and shows the own record', async () => {
    switchOff('options')
    const page = await openOptions(terms(), '?listing=XMAD:BVE')
    await page.findByText('Ahora no se ofrece')
    expect(page.queryByRole('button', { name: /Entrar/ })).toBeNull()
    expect(page.queryByText('Elegir una acción')).toBeNull()
    expect(words(page)).toContain(plain('-136,00'))
  })

  test('a stake is entered with its consequences beside the button', async () => {
    const page = await openOptions(terms(), '?listing=XMAD:BVE')
    await page.write(await page.findByRole('textbox', { name: 'Importe' }), '50')
    for (const part of ['-50,00 €', '+44,00 €', '-3,00 €', '12.368,36 €'])
      expect(plain(document.body.textContent)).toContain(plain(part))
    wire.house.answer(enterOption, {
      id: ID,
      number: 'OP-4F09C2',
      stake: 50_00n,
      win: 94_00n,
      at: NOW,
      expiresAt: NOW + MINUTE,
    })
    await page.user.click(page.getByRole('button', { name: /Entrar con 50,00/ }))
    await expect.poll(() => whereNow()).toBe(`/subPackages/home/options/detail?id=${ID}`)
    expect(wire.house.asked(enterOption).map(({ input }) => input)).toMatchObject([
      { listing: 'XMAD:BVE', side: 'up', life: '15minutes', stake: 50_00n },
    ])
  })
})

test('the gain of an entry is that of the terms in force', async () => {
  const page = await openOptions(terms({ terms: { ...TERMS, payoutBps: 9_000 } }), '?listing=XMAD:BVE')
  await page.write(await page.findByRole('textbox', { name: 'Importe' }), '50')
  expect(plain(document.body.textContent)).toContain(plain('+45,00 €'))
})

test('in large text the loss of a wrong guess and what is left are docked, and the rest opens', async () => {
  changeTextSize(200)
  const page = await openOptions(terms(), '?listing=XMAD:BVE')
  await page.write(await page.findByRole('textbox', { name: 'Importe' }), '50')
  const short = page.getByRole('button', { name: /Si fallas/ })
  expect(plain(short.textContent)).toBe(plain('Si fallas -50,00 €Te queda disponible 12.368,36 €'))
  expect(page.queryByText('Si aciertas')).toBeNull()
  await page.user.click(short)
  expect(figureOf('Si aciertas')).toBe('+44,00 €')
})

test('without a stake nothing is sent, and the field says that it is missing', async () => {
  const page = await openOptions(terms(), '?listing=XMAD:BVE')
  await page.user.click(await page.findByRole('button', { name: /^Entrar/ }))
  expect((await page.findAllByText('Falta información, complétala por favor')).length).toBeGreaterThan(0)
  expect(wire.house.asked(enterOption)).toEqual([])
})

test('the button says when the option ends: after its time, or with the session', async () => {
  const page = await openOptions(terms(), '?listing=XMAD:BVE')
  await page.write(await page.findByRole('textbox', { name: 'Importe' }), '50')
  page.getByRole('button', { name: /acaba en 15 min; no se puede deshacer/ })
  await page.user.click(page.getByRole('radio', { name: 'Cierre' }))
  page.getByRole('button', { name: /acaba a las 17:35; no se puede deshacer/ })
})

test('a closed market says when it opens', async () => {
  const closed = { ...session, state: 'closed', opensAt: Date.UTC(2026, 10, 28, 8) } as const
  const page = await openOptions(terms(), '?listing=XMAD:BVE', closed)
  await page.findByText(/Cerrado · abre el 28\/11\/2026 09:00/)
})

test('above what the limit of the day leaves nothing is sent', async () => {
  const page = await openOptions(terms(), '?listing=XMAD:BVE')
  await page.write(await page.findByRole('textbox', { name: 'Importe' }), '50,01')
  await page.findByText(/Tu límite de hoy solo deja/)
  await page.user.click(page.getByRole('button', { name: /Entrar con/ }))
  expect(wire.house.asked(enterOption)).toEqual([])
})

test('a lower limit is set at once', async () => {
  const page = await openOptions()
  await page.user.click(await page.findByRole('button', { name: 'Cambiar el límite' }))
  const field = await page.findByRole('textbox', { name: 'Límite diario' })
  await page.write(field, '20')
  wire.house.answer(setOptionLimit, { ...limit, limit: 20_00n })
  await page.user.click(await page.findByRole('button', { name: /Fijar en 20,00.*en el acto/ }))
  expect(wire.house.asked(setOptionLimit).map(({ input }) => input)).toEqual([{ limit: 20_00n }])
})
