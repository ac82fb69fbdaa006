// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { eur } from '@lonja/core/base/amount'
import { readProfile } from '@lonja/core/accounts/accounts.contract'
import { readDocument } from '@lonja/core/documents/documents.contract'
import { applyForLoan, readLoan, readLoanTerms } from '@lonja/core/loans/loans.contract'
import { LOST, no } from '@lonja/kit/house.testing'
import { enter, named, plain, type Page } from '@lonja/kit/screens.testing'
import { storePicture } from '@lonja/core/pictures/pictures.contract'
import { profile } from '../accounts/profile.testing.ts'
import { openPage, switchOff, whereNow, withApp } from '../screens.testing.tsx'
import { agreement, loanFacts, loanOf, NAME, SHA } from './loans.testing.ts'
import type { LoanFacts } from './loan.ts'

const wire = withApp()
afterEach(() => void vi.restoreAllMocks())
const PAGE = '/subPackages/home/loan/loan'

async function openForm(of: Partial<LoanFacts> = {}): Promise<Page> {
  wire.house.answer(readProfile, profile())
  wire.house.answer(readLoanTerms, loanFacts(of))
  wire.house.answer(readDocument, agreement())
  wire.house.answer(readLoan, loanOf())
  wire.house.answer(applyForLoan, ({ input: { id, amount } }) => ({
    id,
    number: 'N-1',
    amount: eur(amount),
    at: 0,
    dueAt: 0,
  }))
  enter()
  const page = await openPage(PAGE)
  await page.findByText('Tu límite')
  return page
}

const text = (): string => plain(document.body.textContent)
const next = (page: Page) => page.user.click(page.getByRole('button', { name: /^Seguir/ }))
const field = (page: Page, name: string) => page.getByRole<HTMLInputElement>('textbox', { name })
const sent = () => wire.house.asked(applyForLoan).map(({ input }) => input)

async function fillApplicant(page: Page, number = '12345678Z'): Promise<void> {
  if (number !== '') await page.write(field(page, 'Número del documento'), number)
  await page.write(field(page, 'Dirección'), 'Gran Vía 12, 48001 Bilbao')
  await page.write(field(page, 'Correo electrónico'), 'marta@ejemplo.es')
}

/** Goes to the third step, where the agreement is read and agreed to. */
async function openSigning(of: Partial<LoanFacts> = {}, number?: string): Promise<Page> {
  const page = await openForm(of)
  await next(page)
  await fillApplicant(page, number)
  await next(page)
  const agree = await page.findByRole('checkbox')
  // Nothing is laid out here, so the text fits and is read.
  act(() => void window.dispatchEvent(new Event('resize')))
  await page.user.click(agree)
  await page.user.click(page.getByRole('radio', { name: 'Escribir mi nombre' }))
  return page
}

describe('an account that cannot apply', () => {
  test('without an identity check is told so, and led there', async () => {
    const page = await openForm({ verified: false, name: null })
    expect(text()).toContain('Falta verificar tu identidad.')
    expect(text()).not.toContain('de patrimonio: el préstamo')
    expect(page.getByRole('link', { name: 'Verificar mi identidad' }).getAttribute('href')).toContain('/real/real')
    expect(page.queryByRole('button', { name: /^Seguir/ })).toBeNull()
  })

  test('reads the terms of the least loan before the check of its identity', async () => {
    await openForm({ verified: false, name: null })
    expect(text()).toContain('Lo que cuesta un préstamo de 100.000,00 €Te cuesta 6.000,60 €')
    expect(text()).toContain('te ahorra 5.507,40 €')
    expect(text()).toContain('Si inviertes y pierdes, debes lo mismo.')
  })

  test('with too little equity is told how much is missing', async () => {
    await openForm({ missing: 12_500_00n, equity: 37_500_00n, limit: 70_000_00n, left: 70_000_00n })
    expect(text()).toContain('Faltan 12.500,00 € de patrimonio: el préstamo más pequeño es de 100.000,00 €.')
  })

  test('with an application under way sees it', async () => {
    const page = await openForm({ waiting: true })
    expect(text()).toContain('Tienes una solicitud en revisión')
    expect(page.getByRole('link', { name: 'Ver la solicitud' }).getAttribute('href')).toContain('/loan/record')
  })

  test('without a rate for its dollars is told that the limit is not known', async () => {
    await openForm({ equity: null, missing: 50_000_00n })
    expect(text()).toContain('Sin cambio del dólar no se puede calcular ahora')
  })
})

describe('the form', () => {
  test('says the cost, what is given back and what an earlier repayment saves before anything is asked', async () => {
    const page = await openForm()
    await page.write(field(page, 'Importe'), '120000')
    expect(text()).toContain('Te cuesta 7.201,45 €')
    expect(text()).toContain('6,00% al año, 19,73 € al día')
    expect(text()).toContain('127.201,45 €')
    expect(text()).toContain('te ahorra 6.609,55 €')
    expect(text()).toContain('No se vende nada, y tu disponible nunca se retiene.')
  })

  test.each(['99999,99', '210000,01'])('of %s stays at the amount, with its bounds', async (figure) => {
    const page = await openForm()
    await page.write(field(page, 'Importe'), figure)
    expect(text()).toContain('SeguirDe 100.000,00 € a 210.000,00 €')
    await next(page)
    expect(text()).toContain('Importe del préstamo insuficiente: puede ser de 100.000,00 € a 210.000,00 €')
    expect(page.queryByRole('textbox', { name: 'Dirección' })).toBeNull()
  })

  test('without an amount says that it is missing', async () => {
    const page = await openForm()
    await page.user.clear(field(page, 'Importe'))
    await next(page)
    expect(text()).toContain('Falta información, complétala por favor')
    expect(wire.toasts).toEqual(['Falta información, complétala por favor'])
    expect(page.queryByRole('textbox', { name: 'Dirección' })).toBeNull()
  })

  test('says every field that is missing, and then the one whose form is wrong', async () => {
    const page = await openForm()
    await next(page)
    await next(page)
    const wrong = () => page.getAllByRole('textbox').filter((each) => each.getAttribute('aria-invalid') === 'true')
    expect(wrong()).toHaveLength(2)
    expect(text()).toContain('Falta información, complétala por favor')
    await fillApplicant(page)
    await page.write(field(page, 'Teléfono de contacto'), '123456')
    await next(page)
    expect(text()).toContain('El número de teléfono debe tener de 7 a 11 dígitos')
    await page.write(field(page, 'Teléfono de contacto'), '600123456')
    await page.write(field(page, 'Correo electrónico'), 'marta@ejemplo')
    await next(page)
    expect(text()).toContain('Escribe el correo completo, como nombre@ejemplo.es')
    expect(wrong()).toHaveLength(1)
  })

  test('takes a blank number for that of the verified document, and asks for it where the house does not know it any more', async () => {
    const page = await openSigning({}, '')
    wire.house.answer(applyForLoan, no('missing_information', 'Faltan datos', { field: 'number' }))
    await page.write(field(page, 'Nombre, tal como está en tu documento'), NAME)
    await page.user.click(page.getByRole('button', { name: /^Firmar y pedir/ }))
    const number = await page.findByRole<HTMLInputElement>('textbox', { name: 'Número del documento' })
    expect(sent()[0]!.number).toBe('')
    expect(number.getAttribute('aria-invalid')).toBe('true')
  })

  test('is signed by the verified name alone, and each tap sends one application, with what was read', async () => {
    const page = await openSigning()
    expect(text()).toContain('Te cuesta 6.000,60 €')
    expect(text()).toContain('Si inviertes y pierdes, debes lo mismo.Al acabar el plazo no hay más interés')
    const name = field(page, 'Nombre, tal como está en tu documento')
    const apply = page.getByRole('button', { name: /^Firmar y pedir 100\.000,00/ })
    await page.write(name, 'Eva Ruiz')
    await page.user.click(apply)
    expect(text()).toContain('No coincide con tu nombre verificado')
    expect(sent()).toEqual([])
    await page.write(name, NAME)
    expect(text()).toContain('Coincide con tu identidad verificada.')
    await page.user.dblClick(apply)
    await expect.poll(whereNow).toContain('/loan/record')
    const [form, ...more] = sent()
    // A second tap is the same application, which the house answers as it did before.
    for (const again of more) expect(again).toEqual(form)
    expect(form).toMatchObject({
      amount: 100_000_00n,
      name: NAME,
      number: '12345678Z',
      agreement: { version: 2, language: 'tur', sha256: SHA },
      signature: null,
      signedName: NAME,
    })
    expect(whereNow()).toContain(`id=${form!.id}`)
  })

  test('sends a drawn signature once: an answer that is lost leads to the same application', async () => {
    const page = await openSigning()
    const toBlob = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['a'])))
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
    HTMLElement.prototype.setPointerCapture = () => undefined
    wire.house.answer(storePicture, ({ input: { id } }) => ({ id, width: 1, height: 1, bytes: 1 }))
    await page.user.click(page.getByRole('radio', { name: 'Dibujarla' }))
    const pad = page.getByRole('img', { name: /^Recuadro para firmar/ })
    for (const [type, clientX] of [
      ['pointerdown', 10],
      ['pointermove', 60],
      ['pointerup', 60],
    ] as const)
      // prettier-ignore
      act(() => void pad.dispatchEvent(new MouseEvent(type, { bubbles: true, clientX, clientY: clientX })))
    wire.house.answer(applyForLoan, () => LOST)
    const apply = page.getByRole('button', { name: /^Firmar y pedir/ })
    await page.user.click(apply)
    await expect.poll(() => sent().length).toBeGreaterThan(0)
    await page.findByText(/^Firmar y pedir/)
    const before = sent().length
    await page.user.click(page.getByRole('button', { name: /^Firmar y pedir/ }))
    await expect.poll(() => sent().length).toBeGreaterThan(before)
    const [first, ...more] = sent()
    for (const again of more) expect(again).toEqual(first)
    expect(first!.signature).not.toBeNull()
    expect(toBlob).toHaveBeenCalledTimes(1)
  })

  test('without the agreement is not sent', async () => {
    const page = await openSigning()
    await page.write(field(page, 'Nombre, tal como está en tu documento'), NAME)
    await page.user.click(page.getByRole('checkbox'))
    await page.user.click(page.getByRole('button', { name: /^Firmar y pedir/ }))
    expect(text()).toContain('Lee y acepta primero el contrato de préstamo')
    expect(sent()).toEqual([])
  })

  test.each(['Dibujarla', 'Escribir mi nombre'])('unsigned is not sent: %s', async (how) => {
    const page = await openSigning()
    await page.user.click(page.getByRole('radio', { name: how }))
    await page.user.click(page.getByRole('button', { name: /^Firmar y pedir/ }))
    expect(text()).toContain('Lee y acepta primero el contrato de préstamo, y fírmalo')
    expect(sent()).toEqual([])
  })

  test('goes back to the step of a field that the house refuses, and keeps what was written', async () => {
    const page = await openSigning()
    wire.house.answer(applyForLoan, no('postal_address_form', 'Escribe la dirección completa', { field: 'address' }))
    await page.write(field(page, 'Nombre, tal como está en tu documento'), NAME)
    await page.user.click(page.getByRole('button', { name: /^Firmar y pedir/ }))
    const address = await page.findByRole<HTMLInputElement>('textbox', { name: 'Dirección' })
    expect(address.value).toBe('Gran Vía 12, 48001 Bilbao')
    expect(address.getAttribute('aria-invalid')).toBe('true')
  })

  test('leads back from the signature to the applicant', async () => {
    const page = await openSigning()
    await page.user.click(page.getByRole('button', named('Revisar')))
    expect(field(page, 'Número del documento').value).toBe('12345678Z')
  })
})

test('while the house gives no new loans the page says so, has no form, and leads to the records', async () => {
  switchOff('loans')
  enter()
  const page = await openPage(PAGE)
  await page.findByText('Ahora no se ofrece')
  expect(page.queryByRole('button', { name: /^Seguir/ })).toBeNull()
  expect(wire.house.asked(readLoanTerms)).toEqual([])
  expect(page.getByRole('link', { name: 'Préstamos y devoluciones' }).getAttribute('href')).toBe(
    '#/subPackages/home/loan/record',
  )
})
