// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { priceE4 } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { readOrder } from '@lonja/core/orders/story.contract'
import { replaceOrder } from '@lonja/core/orders/replacing.contract'
import { LOST, no } from '@lonja/kit/house.testing'
import { later } from '@lonja/kit/screens.testing'
import { whereNow, withApp } from '../screens.testing.tsx'
import { button, changedReceipt, hear, limit, openChange, buttonText, sentIn, shares } from './change.testing.ts'
import { openOrder, partOf, storyOf } from './orders.testing.ts'

const wire = withApp()
const sent = () => sentIn(wire)

describe('what is sent', () => {
  test('goes at one press with the number of changes that were seen, and the order is shown', async () => {
    const story = storyOf(openOrder({ changes: 2 }))
    const page = await openChange(wire, story)
    await page.write(limit(page), '17,20')
    await page.user.click(button(page))
    await expect.poll(sent).toEqual([
      {
        id: story.order.id,
        side: 'buy',
        changes: 2,
        shares: 10n,
        limit: 172_000n,
        stop: null,
        trail: null,
        trailBps: null,
        timeInForce: 'gtc',
      },
    ])
    await expect.poll(whereNow).toBe(`/subPackages/trade/detail?id=${story.order.id}`)
  })

  test('a double tap sends it once', async () => {
    const page = await openChange(wire, storyOf(openOrder()))
    const reply = later<ReplyOf<typeof replaceOrder>>()
    wire.house.answer(replaceOrder, () => reply.value)
    await page.write(limit(page), '17,20')
    button(page).click()
    button(page).click()
    await expect.poll(sent).toHaveLength(1)
    reply.give(changedReceipt(sent()[0]!))
    await expect.poll(whereNow).toContain('/subPackages/trade/detail')
    expect(sent()).toHaveLength(1)
  })

  test('after a lost answer the same change goes again with the same number, also where the first one arrived', async () => {
    const story = storyOf(openOrder())
    const page = await openChange(wire, story)
    await page.write(limit(page), '17,20')
    wire.house.answer(replaceOrder, () => LOST)
    await page.user.click(button(page))
    expect(await page.findByText(/No se sabe si el cambio llegó/)).toBeTruthy()
    expect(limit(page).getAttribute('value')).toBe('17,20')
    // It had arrived: the order has the new terms.
    await hear(wire, storyOf({ ...story.order, limit: priceE4(172_000n), changes: 1 }))
    expect(page.queryByText(/en otra ventana/)).toBeNull()
    wire.house.answer(replaceOrder, ({ input }) => changedReceipt(input))
    await page.user.click(button(page))
    await expect.poll(sent).toHaveLength(2)
    expect(sent()[1]).toEqual(sent()[0])
    await expect.poll(whereNow).toContain('/subPackages/trade/detail')
  })
})

describe('an order that is overtaken', () => {
  test('filled meanwhile: it says so, sends nothing, and keeps what was typed', async () => {
    const story = storyOf(openOrder())
    const page = await openChange(wire, story)
    await page.write(limit(page), '17,20')
    const refused = no('order_ended', 'Esta orden ha terminado', { detail: { state: 'filled' } })
    wire.house.answer(replaceOrder, refused)
    wire.house.answer(readOrder, storyOf({ ...story.order, state: 'filled', filled: 10n, heldNow: [] }))
    await page.user.click(button(page))
    expect(await page.findByText('Se ha ejecutado antes del cambio')).toBeTruthy()
    expect(page.getByText(/No se ha cambiado nada: 10 a 17,00\s€ o menos/)).toBeTruthy()
    expect(limit(page).getAttribute('value')).toBe('17,20')
    expect(buttonText(page)).toContain('la orden ha terminado')
    await page.user.click(button(page))
    expect(sent()).toHaveLength(1)
    await page.user.click(page.getByRole('button', { name: 'Ver la orden' }))
    expect(whereNow()).toBe(`/subPackages/trade/detail?id=${story.order.id}`)
  })

  test('changed in another window: its terms of now are seen before anything is sent on top of them', async () => {
    const story = storyOf(openOrder())
    const page = await openChange(wire, story)
    await page.write(limit(page), '17,20')
    const former = [{ ...story.order, at: Date.parse('2026-11-20T13:00:00Z'), split: null, move: null, fill: null }]
    await hear(wire, storyOf({ ...story.order, limit: priceE4(169_000n), changes: 1 }, { former }))
    expect(await page.findByText('Esta orden se ha cambiado en otra ventana a las 14:00')).toBeTruthy()
    expect(page.getByText(/Ahora es: 10 a 16,90\s€ o menos · hasta que la anule/i)).toBeTruthy()
    await page.user.click(button(page))
    expect(sent()).toEqual([])
    expect(limit(page).getAttribute('value')).toBe('17,20')
    await page.user.click(page.getByRole('button', { name: 'Lo he visto, seguir' }))
    await page.user.click(button(page))
    await expect.poll(sent).toMatchObject([{ changes: 1, limit: 172_000n }])
  })

  test('filled in part meanwhile: it says how many, and goes on', async () => {
    const story = storyOf(openOrder())
    const page = await openChange(wire, story)
    await hear(
      wire,
      storyOf({ ...story.order, filled: 4n, state: 'part_filled' }, { fills: [partOf(4n, 169_000n, 67_60n)] }),
    )
    expect(await page.findByText('Mientras tanto se han ejecutado 4 acciones.')).toBeTruthy()
    expect(page.getByText('4 de 10')).toBeTruthy()
  })

  test.each([
    ['insufficient_balance', 'Te faltan 3,00 €', 'shares'],
    ['limit_out_of_range', 'Elige un límite más cercano', 'limit'],
  ] as const)('refused as %s stands at its field, and nothing typed is lost', async (code, msg, field) => {
    const page = await openChange(wire, storyOf(openOrder()))
    await page.write(limit(page), '17,20')
    wire.house.answer(replaceOrder, no(code, msg, { field }))
    await page.user.click(button(page))
    const named = field === 'shares' ? shares(page) : limit(page)
    await expect.poll(() => named.getAttribute('aria-invalid')).toBe('true')
    expect(limit(page).getAttribute('value')).toBe('17,20')
  })
})
