// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { priceE4, wholeShares } from '@lonja/core/base/amount'
import { replaceOrder } from '@lonja/core/orders/replacing.contract'
import { LOST, no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { plain, type Page } from '@lonja/kit/screens.testing'
import { withApp } from '../screens.testing.tsx'
import { button, changedReceipt, hear, limit, openChange, buttonText, sentIn } from './change.testing.ts'
import { openOrder, openSale, partOf, storyOf } from './orders.testing.ts'

/* The exits of a buy on the page that changes it. The buy is of 10 shares at 17.00. */

const wire = withApp()

const STOP = /^Stop de pérdidas/
const PROFIT = /^Toma de beneficios/
const EXITS = { stop: priceE4(160_000n), profit: priceE4(190_000n) }
const waiting = () => openOrder({ exits: EXITS })
const box = (page: Page, name: RegExp) => page.getByRole<HTMLInputElement>('checkbox', { name })
const price = (page: Page, name: RegExp) => page.getByRole<HTMLInputElement>('textbox', { name })
const group = (page: Page) =>
  plain(page.getByRole('group', { name: 'Stop y toma de beneficios de esta compra' }).textContent)
const sent = () => sentIn(wire)
const noteOf = (field: HTMLElement) =>
  plain(document.getElementById(field.getAttribute('aria-describedby')!)?.textContent)

test('stand as they are, and are not named while they stay', async () => {
  const page = await openChange(wire, storyOf(waiting()))
  expect([price(page, STOP).value, price(page, PROFIT).value]).toEqual(['16,00', '19,00'])
  expect(group(page)).not.toMatch(/era \d/)
  await page.write(limit(page), '17,20')
  await page.user.click(button(page))
  await expect.poll(sent).toHaveLength(1)
  expect(sent()[0]).not.toHaveProperty('exits')
})

test('are moved alone: the price before is said, and the turn is kept', async () => {
  const page = await openChange(wire, storyOf(waiting()))
  await page.write(price(page, STOP), '16,20')
  expect(group(page)).toContain('vende a mercadoera 16,00 €')
  const items = page.getAllByRole('listitem').map((each) => plain(each.textContent))
  expect(items.some((each) => each.startsWith('Conserva su turno'))).toBe(true)
  await page.user.click(button(page))
  await expect
    .poll(sent)
    .toMatchObject([{ limit: 170_000n, exits: { stop: priceE4(162_000n), profit: priceE4(190_000n) } }])
})

test('are added to a buy that had none, five per cent below its limit', async () => {
  const page = await openChange(wire, storyOf(openOrder()))
  expect([box(page, STOP).checked, box(page, PROFIT).checked]).toEqual([false, false])
  await page.user.click(box(page, STOP))
  expect(price(page, STOP).value).toBe('16,15')
  await page.user.click(button(page))
  await expect.poll(sent).toMatchObject([{ exits: { stop: priceE4(161_500n), profit: null } }])
})

test('whose stop is fixed follow instead, and what they were is said', async () => {
  const page = await openChange(wire, storyOf(waiting()))
  await page.user.click(box(page, /^sigue al precio cuando sube/))
  expect(price(page, STOP).value).toBe('5,00')
  expect(group(page)).toContain('vende a mercadoera 16,00 €')
  await page.user.click(button(page))
  await expect.poll(sent).toMatchObject([{ exits: { stop: null, trailBps: 500, profit: priceE4(190_000n) } }])
})

test('whose stop follows stand with their distance, and may be fixed', async () => {
  const page = await openChange(wire, storyOf(openOrder({ exits: { stop: null, trailBps: 300, profit: null } })))
  expect(price(page, STOP).value).toBe('3,00')
  expect(group(page)).not.toMatch(/era \d/)
  await page.user.click(box(page, /^sigue al precio cuando sube/))
  expect(group(page)).toContain('era 3,00%')
  expect(price(page, STOP).value).toBe('16,15')
  await page.write(price(page, STOP), '16,50')
  await page.user.click(button(page))
  await expect.poll(sent).toMatchObject([{ exits: { stop: priceE4(165_000n), profit: null } }])
})

test('are taken away, which is said before', async () => {
  const page = await openChange(wire, storyOf(waiting()))
  await page.user.click(box(page, STOP))
  expect(page.queryByText(/^Se quitan el stop y la toma/)).toBeNull()
  await page.user.click(box(page, PROFIT))
  expect(page.getByText(/^Se quitan el stop y la toma/)).toBeTruthy()
  await page.user.click(button(page))
  await expect.poll(sent).toMatchObject([{ exits: null }])
})

// prettier-ignore
test.each<[string, (page: Page) => Promise<void>, RegExp, string, string]>([
  ['a stop at the price of the buy', (page) => page.write(price(page, STOP), '17,00'),   STOP,   'Debe quedar por debajo del precio al que compras.', 'revisa: Stop de pérdidas'],
  ['a profit at that price',         (page) => page.write(price(page, PROFIT), '17,00'), PROFIT, 'Debe quedar por encima del precio al que compras.', 'revisa: Toma de beneficios'],
  ['a new limit at the stop',        (page) => page.write(limit(page), '16,00'),         STOP,   'Debe quedar por debajo del precio al que compras.', 'revisa: Stop de pérdidas'],
])('are refused at their field before they are sent: %s', async (_what, act, which, why, waits) => {
  const page = await openChange(wire, storyOf(waiting()))
  await act(page)
  expect(noteOf(price(page, which))).toBe(why)
  expect(buttonText(page)).toContain(waits)
  await page.user.click(button(page))
  expect(sent()).toEqual([])
})

test('that the house refuses say so at their field', async () => {
  const page = await openChange(wire, storyOf(waiting()))
  const msg = 'El stop de pérdidas debe quedar por debajo del precio al que compras'
  wire.house.answer(replaceOrder, no('exit_stop_too_high', msg, { field: 'exits.stop' }))
  await page.write(limit(page), '16,40')
  await page.user.click(button(page))
  await expect.poll(() => noteOf(price(page, STOP))).toBe(msg)
})

test('of a stop that was reached are judged by the price of now', async () => {
  const trigger = {
    at: Date.now(),
    bid: priceE4(174_600n),
    ask: priceE4(174_700n),
    stop: priceE4(174_000n),
    best: null,
  }
  const order = openOrder({ kind: 'stop', limit: null, stop: priceE4(174_000n), triggered: trigger })
  const page = await openChange(wire, storyOf({ ...order, stopNow: order.stop }))
  await page.user.click(box(page, STOP))
  await page.write(price(page, STOP), '17,42')
  expect(buttonText(page)).not.toContain('revisa')
})

test('that a fill has placed meanwhile are changed at their own order, and the rest is sent without them', async () => {
  const story = storyOf(waiting())
  const page = await openChange(wire, story)
  await page.write(price(page, STOP), '16,20')
  const exitOrder = newId<'order'>()
  const order = { ...story.order, filled: 4n, state: 'part_filled', exitOrder } as const
  await hear(wire, storyOf(order, { fills: [partOf(4n, 169_000n, 67_60n)] }))
  await expect.poll(() => page.queryAllByRole('checkbox')).toEqual([])
  expect(page.getByText(/^Desde la primera ejecución, su stop y su toma de beneficios son/)).toBeTruthy()
  const link = page.getByRole('link', { name: 'Ver su stop o toma de beneficios' })
  expect(link.getAttribute('href')).toBe(`#/subPackages/trade/detail?id=${exitOrder}`)
  await page.write(limit(page), '17,10')
  wire.house.answer(replaceOrder, no('exits_placed', 'Ya están puestos', { field: 'exits' }))
  await page.user.click(button(page))
  await expect.poll(sent).toHaveLength(1)
  expect(sent()[0]).not.toHaveProperty('exits')
  await expect
    .poll(() => page.getAllByRole('alert').map((each) => plain(each.textContent)))
    .toContain('Ya están puestos')
})

test('after a lost answer go again as they were', async () => {
  const story = storyOf(waiting())
  const page = await openChange(wire, story)
  await page.user.click(box(page, PROFIT))
  wire.house.answer(replaceOrder, () => LOST)
  await page.user.click(button(page))
  expect(await page.findByText(/No se sabe si el cambio llegó/)).toBeTruthy()
  await hear(wire, storyOf({ ...story.order, exits: { ...EXITS, profit: null }, changes: 1 }))
  wire.house.answer(replaceOrder, ({ input }) => changedReceipt(input))
  await page.user.click(button(page))
  await expect.poll(sent).toHaveLength(2)
  expect(sent()[1]).toEqual(sent()[0])
})

test('are not asked of a sell, nor of a buy without any that is filled in part', async () => {
  const sale = await openChange(wire, storyOf(openSale()))
  expect(sale.queryByRole('checkbox')).toBeNull()
  sale.leave()
  const begun = openOrder({ filled: 4n, state: 'part_filled', shares: wholeShares(10n) })
  const page = await openChange(wire, storyOf(begun, { fills: [partOf(4n, 169_000n, 67_60n)] }))
  expect(page.queryByRole('checkbox')).toBeNull()
  expect(page.queryByText(/^Desde la primera ejecución/)).toBeNull()
})
