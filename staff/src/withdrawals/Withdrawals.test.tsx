// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { eur } from '@lonja/core/base/amount'
import { listQueue } from '@lonja/core/reviews.contract'
import { decideWithdrawal, openWithdrawal } from '@lonja/core/withdrawals/withdrawals.staff.contract'
import { no } from '@lonja/kit/house.testing'
import { enter, plain, type Page } from '@lonja/kit/screens.testing'
import { countNone, evidence, waiting, type Evidence } from '../review/queue.testing.ts'
import { openPage, withConsole } from '../screens.testing.tsx'

const wire = withConsole()

async function openOne(more: Partial<Evidence>): Promise<Page> {
  const one = evidence(more)
  countNone(wire.house)
  wire.house.answer(listQueue, { rows: [waiting(one.amount, { id: one.id })], cursor: null, count: null })
  wire.house.answer(openWithdrawal, one)
  enter()
  const page = await openPage(`/withdrawals?id=${one.id}`)
  await page.findByRole('heading', { name: 'Decisión' })
  return page
}

const STANDING = { currency: 'EUR', equity: 25_890_00n, used: 20_020_00n } as const
const checkOf = (page: Page): string => plain(page.getByText('El margen la cubre').closest('li, div, tr')?.textContent)

// prettier-ignore
test.each<[string, boolean | null, Evidence['margin'], string, string]>([
  ['covers it',                true,  { standing: STANDING, spare: eur(5_870_00n) }, 'Correcto',  '25.890,00 € de valor, 20.020,00 € de margen: salen hasta 5.870,00 €'],
  ['does not cover it',        false, { standing: STANDING, spare: eur(0n) },        'No',        'salen hasta 0,00 €'],
  ['cannot be worked out',     false, { standing: null, spare: eur(0n) },            'No',        'Sin tipo de cambio'],
  ['is not used',              null,  null,                                          'No aplica', ''],
])('the margin %s, and its figures', async (_what, ok, margin, text, note) => {
  const page = await openOne({ margin, checks: [{ check: 'margin_covers', ok }] })
  expect(checkOf(page)).toContain(text)
  expect(plain(document.body.textContent)).toContain(note)
})

test('an approval that the margin does not cover is refused in words, with what to do', async () => {
  const page = await openOne({ checks: [{ check: 'margin_covers', ok: false }] })
  wire.house.answer(decideWithdrawal, no('margin_uncovered', 'Espera a que lo cubra, o recházala con un motivo'))
  await page.user.click(page.getByRole('radio', { name: /^Aprobar/ }))
  await page.user.click(page.getByRole('radio', { name: /^Confirmado/ }))
  await page.user.click(page.getByRole('button', { name: /^Aprobar/ }))
  expect(await page.findByText('Espera a que lo cubra, o recházala con un motivo')).toBeTruthy()
})
