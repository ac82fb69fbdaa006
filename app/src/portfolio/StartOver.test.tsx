// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { eur, usd, type Amount } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { LANGUAGES, type Language } from '@lonja/core/base/language'
import { readStartOver, startOver } from '@lonja/core/leaving.contract'
import { newId } from '@lonja/kit/ids'
import { enter, figureOf, plain, type Page } from '@lonja/kit/screens.testing'
import { openPage, withApp } from '../screens.testing.tsx'

const wire = withApp()

const FIGURES = {
  orders: 2,
  positions: 1,
  cost: [eur(80_00n)],
  cash: [usd(3_00n)],
  owed: [eur(100_00n)] as Amount[],
  lent: [] as Amount[],
  grant: eur(10_000_00n),
}
const NOW: ReplyOf<typeof readStartOver> = {
  ...FIGURES,
  against: null,
  againAt: null,
  hasTradingPassword: true,
  lastAt: null,
}

async function openStartOver(language: Language = 'tur', figures = FIGURES): Promise<Page> {
  wire.house.answer(readStartOver, { ...NOW, ...figures })
  wire.house.answer(startOver, { ...figures, id: newId(), at: Date.UTC(2026, 4, 6, 10) })
  enter()
  return openPage('/subPackages/portfolio/again', language)
}

/** The figures before it is done and on the receipt, in the order of the rows. */
// prettier-ignore
const WORDS: Readonly<Record<Language, readonly [ahead: readonly string[], done: readonly string[]]>> = {
  tur: [['Órdenes que se anulan', 'Acciones que se devuelven', 'Efectivo que se devuelve', 'Debes: se paga primero', 'Dinero de práctica que recibes'],
        ['Órdenes anuladas', 'Acciones devueltas', 'Efectivo devuelto', 'Debías', 'Dinero de práctica recibido']],
  en:  [['Orders to cancel', 'Shares to hand back', 'Cash to hand back', 'You owe: paid first', 'Practice money you get'],
        ['Orders cancelled', 'Shares handed back', 'Cash handed back', 'You owed', 'Practice money you got']],
  fr:  [['Ordres à annuler', 'Actions à rendre', 'Espèces à rendre', 'Vous devez : payé en premier', 'Argent fictif que vous recevez'],
        ['Ordres annulés', 'Actions rendues', 'Espèces rendues', 'Vous deviez', 'Argent fictif reçu']],
  cn:  [['将撤销的委托', '将交还的股票', '将交还的现金', '欠款：优先偿还', '将获得的模拟资金'],
        ['已撤销的委托', '已交还的股票', '已交还的现金', '原有欠款', '已获得的模拟资金']],
  tw:  [['將撤銷的委託', '將交還的股票', '將交還的現金', '欠款：優先償還', '將獲得的模擬資金'],
        ['已撤銷的委託', '已交還的股票', '已交還的現金', '原有欠款', '已獲得的模擬資金']],
}

/** The captions of the figures on the page, without the notes below them. */
const captions = () => [...document.querySelectorAll('dt')].map(({ firstChild }) => plain(firstChild?.textContent))
const passwordIn = () => document.querySelector<HTMLInputElement>('input[type=password]')

test.each(LANGUAGES)('the preview says what will be done, and the receipt what was done: %s', async (language) => {
  const page = await openStartOver(language)
  await expect.poll(passwordIn).not.toBeNull()
  const [ahead, done] = WORDS[language]
  expect(captions()).toEqual(ahead)
  await page.user.type(passwordIn() as HTMLInputElement, 'to trade with{Enter}')
  await expect.poll(captions).toEqual(done)
})

test('the receipt has the figures of the answer, and says how the debt was paid', async () => {
  const page = await openStartOver()
  await page.user.type(await page.findByLabelText('Contraseña de operaciones'), 'to trade with{Enter}')
  expect(await page.findByText(/^Hecho el /)).toBeTruthy()
  expect(wire.house.asked(startOver).map(({ input }) => input)).toMatchObject([{ password: 'to trade with' }])
  const figures = WORDS.tur[1].map((caption) => plain(figureOf(caption)))
  expect(figures).toEqual(['2', '80,00 €', '3,00 US$', '100,00 €', '10.000,00 €'])
  expect(page.getByText(/^Se ha pagado con lo devuelto/)).toBeTruthy()
  expect(page.queryByText(/se cobra del dinero nuevo/)).toBeNull()
})

test('a loan is paid from euros, and its rest is let go, not taken from the new money', async () => {
  const page = await openStartOver('tur', { ...FIGURES, owed: [], lent: [eur(100_453_79n)] })
  await page.findByText(/la casa cancela el resto/)
  expect(plain(figureOf('Debes de préstamos'))).toBe('100.453,79 €')
  expect(page.queryByText(/se cobra del dinero nuevo/)).toBeNull()
  await page.user.type(page.getByLabelText('Contraseña de operaciones'), 'to trade with{Enter}')
  await page.findByText(/la casa ha cancelado el resto/)
  expect(plain(figureOf('Debías de préstamos'))).toBe('100.453,79 €')
})

test('an application for an offer leads to the applications, where it can be withdrawn', async () => {
  wire.house.answer(readStartOver, { ...NOW, against: 'application_running' })
  enter()
  const page = await openPage('/subPackages/portfolio/again')
  const link = await page.findByRole('link', { name: 'Mis solicitudes' })
  expect(link.getAttribute('href')).toBe('#/subPackages/applications/records')
})
