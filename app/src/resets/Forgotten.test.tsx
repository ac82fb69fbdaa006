// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import type { ReplyOf } from '@lonja/core/base/contract'
import {
  askReset,
  disownReset,
  finishReset,
  listOwnResets,
  readReset,
  withdrawReset,
} from '@lonja/core/resets/resets.contract'
import { secretHashOf } from '@lonja/core/resets/secret.rules'
import { newId } from '@lonja/kit/ids'
import { enter, figureOf, inside, type Page } from '@lonja/kit/screens.testing'
import { openPage, whereNow, withApp } from '../screens.testing.tsx'

const wire = withApp()

type Request = ReplyOf<typeof readReset>

const AT = Date.UTC(2026, 10, 23, 13, 32, 7)
const DAY = 24 * 3_600_000
const SECRET = 'S'.repeat(43)

const request = (more: Partial<Request> = {}): Request => ({
  code: '7K4M 92QD',
  state: 'waiting',
  device: 'Chrome en Android',
  askedAt: AT,
  endsAt: AT + 7 * DAY,
  opensAt: null,
  closesAt: null,
  reason: null,
  ...more,
})

/** The page on a device that has asked before. */
async function openAsked(of: Partial<Request>): Promise<Page> {
  localStorage.setItem('resetSecret', SECRET)
  wire.house.answer(readReset, request(of))
  return openPage('/subPackages/login/forgotten')
}

describe('asking', () => {
  test('sends the hash of a secret that stays on the device, and shows the code letter by letter', async () => {
    localStorage.removeItem('resetSecret')
    wire.house.answer(askReset, request())
    wire.house.answer(readReset, request())
    const page = await openPage('/subPackages/login/forgotten')
    await page.user.type(await page.findByLabelText('Número de teléfono'), '600 123 456')
    await page.user.click(page.getByRole('button', { name: 'Pedir contraseña nueva' }))
    expect(await page.findByText('7K4M 92QD')).toBeTruthy()
    expect(page.getByText('Letra a letra: 7, Kilo, 4, Mike · 9, 2, Quebec, Delta')).toBeTruthy()
    const secret = localStorage.getItem('resetSecret') ?? ''
    const [call] = wire.house.asked(askReset)
    expect(call?.input).toMatchObject({ phone: '600123456', secretHash: secretHashOf(secret) })
    expect(JSON.stringify(call?.input)).not.toContain(secret)
  })
})

describe('the request of this device', () => {
  test.each([
    [{ state: 'waiting' }, /^Espera a atención al cliente/],
    [{ state: 'checking' }, /^Atención al cliente lo está comprobando/],
    [{ state: 'notice', opensAt: AT + DAY }, /^Te han dejado pasar: podrás poner la contraseña el 24\/11\/2026/],
    [{ state: 'expired' }, 'La petición caducó'],
    [{ state: 'replaced' }, 'Otra petición ocupó su lugar'],
    [
      { state: 'refused', reason: { code: 'answers_wrong', title: 'No coinciden', next: 'Llama' } },
      'La petición se rechazó',
    ],
    [{ state: 'stopped' }, 'Detenida desde la cuenta'],
  ] as [Partial<Request>, string | RegExp][])('is shown as it stands: %o', async (of, words) => {
    const page = await openAsked(of)
    expect(await page.findByText(words)).toBeTruthy()
    for (const text of of.reason ? ['No coinciden', 'Llama'] : []) expect(page.getByText(text).tagName).toBe('P')
  })

  test.each([
    [{ state: 'waiting' }, 'Primera persona'],
    [{ state: 'notice', opensAt: AT + DAY }, 'Segunda persona'],
  ] as [Partial<Request>, string][])('marks the step that is waited for: %o', async (of, step) => {
    const page = await openAsked(of)
    const steps = await page.findAllByRole('listitem')
    expect(steps.filter((each) => each.getAttribute('aria-current') === 'step')).toEqual([
      page.getByText(step).closest('li'),
    ])
  })

  test('is withdrawn only after its question', async () => {
    const page = await openAsked({})
    wire.house.answer(withdrawReset, request({ state: 'withdrawn' }))
    await page.user.click(await page.findByRole('button', { name: 'Retirarla' }))
    expect(wire.house.asked(withdrawReset)).toHaveLength(0)
    wire.house.answer(readReset, request({ state: 'withdrawn' }))
    const question = page.getByRole('dialog', { name: '¿Retirar la petición?' })
    await page.user.click(inside(question).getByRole('button', { name: 'Retirarla' }))
    expect(await page.findByText('Petición retirada')).toBeTruthy()
    expect(wire.house.asked(withdrawReset)[0]?.input).toEqual({ secretHash: secretHashOf(SECRET) })
  })

  test('once let through, the new password goes with the secret, which is then forgotten', async () => {
    const page = await openAsked({ state: 'open', opensAt: AT, closesAt: AT + DAY })
    wire.house.answer(finishReset, { waitsUntil: AT + DAY })
    await page.user.type(await page.findByLabelText('Contraseña de acceso nueva'), 'nutria marisma')
    await page.user.type(page.getByLabelText(/Repite|Repetir/), 'nutria marisma')
    await page.user.click(page.getByRole('button', { name: 'Guardar la contraseña' }))
    await expect.poll(() => localStorage.getItem('resetSecret')).toBeNull()
    expect(wire.house.asked(finishReset)[0]?.input).toMatchObject({ secret: SECRET, password: 'nutria marisma' })
    expect(whereNow()).toContain('/subPackages/login/login')
  })
})

describe('was this you', () => {
  const id = newId()
  const own = {
    id,
    state: 'notice',
    device: 'Chrome',
    askedAt: AT,
    opensAt: AT + DAY,
    usedAt: null,
    restrictedUntil: AT + 90 * DAY,
  } as const

  test('the page says what it does before it does it', async () => {
    wire.house.answer(listOwnResets, { rows: [own] })
    wire.house.answer(disownReset, { restrictedUntil: own.restrictedUntil, sessionsEnded: 0 })
    enter()
    const page = await openPage('/subPackages/accounts/not-me')
    const closes = 'La cuenta queda cerrada a todo menos leer y escribir a atención al cliente, durante 90 días.'
    expect(await page.findByText(closes)).toBeTruthy()
    await page.user.click(page.getByRole('button', { name: 'No he sido yo' }))
    expect(wire.house.asked(disownReset)).toHaveLength(0)
    const question = page.getByRole('dialog', { name: '¿Detenerlo y limitar tu cuenta?' })
    expect(inside(question).getByText(closes)).toBeTruthy()
    await page.user.click(inside(question).getByRole('button', { name: 'No he sido yo' }))
    await expect.poll(() => wire.house.asked(disownReset).map(({ input }) => input)).toEqual([{ id }])
  })

  test('a device that does not say what it is has a name too', async () => {
    wire.house.answer(listOwnResets, { rows: [{ ...own, device: '' }] })
    enter()
    const page = await openPage('/subPackages/accounts/not-me')
    expect(await page.findByText('Dispositivo desconocido')).toBeTruthy()
  })

  test('a password that was set is asked about first, and the newer request after it', async () => {
    const used = { ...own, id: newId(), state: 'used', device: 'Firefox', usedAt: AT + 1 } as const
    wire.house.answer(listOwnResets, { rows: [used, own] })
    enter()
    const page = await openPage('/subPackages/accounts/not-me')
    expect(await page.findByText('Un dispositivo puso una contraseña nueva')).toBeTruthy()
    expect([figureOf('Dispositivo'), page.queryByText('1 de 2') !== null]).toEqual(['Firefox', true])
    await page.user.click(page.getByRole('button', { name: 'He sido yo' }))
    expect(await page.findByText('2 de 2')).toBeTruthy()
    expect(figureOf('Dispositivo')).toBe('Chrome')
    expect(wire.house.asked(disownReset)).toHaveLength(0)
  })

  test('“this was not me” about the first leads to the next', async () => {
    const used = { ...own, id: newId(), state: 'used', device: 'Firefox', usedAt: AT + 1 } as const
    wire.house.answer(listOwnResets, { rows: [used, own] })
    wire.house.answer(disownReset, { restrictedUntil: own.restrictedUntil, sessionsEnded: 1 })
    enter()
    const page = await openPage('/subPackages/accounts/not-me')
    await page.user.click(await page.findByRole('button', { name: 'No he sido yo' }))
    const question = page.getByRole('dialog', { name: '¿Detenerlo y limitar tu cuenta?' })
    await page.user.click(inside(question).getByRole('button', { name: 'No he sido yo' }))
    expect(await page.findByText('2 de 2')).toBeTruthy()
    expect(wire.house.asked(disownReset).map(({ input }) => input)).toEqual([{ id: used.id }])
  })
})
