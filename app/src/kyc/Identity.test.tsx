// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import type { ReplyOf } from '@lonja/core/base/contract'
import { readKyc, submitKyc } from '@lonja/core/kyc/kyc.contract'
import { readPicture, storePicture } from '@lonja/core/pictures/pictures.contract'
import { LOST, no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { refreshAll } from '@lonja/kit/reads'
import { enter, inside, later, type Page } from '@lonja/kit/screens.testing'
import { openPage, withApp } from '../screens.testing.tsx'
import type { Kyc, Submission } from './form.ts'

const wire = withApp()

const NOW = Date.now()

const kyc = (more: Partial<Kyc> = {}): Kyc => ({
  state: 'none',
  limits: { deposit: 1_000_00n, withdrawal: 1_000_00n },
  passedLimits: { deposit: 100_000_00n, withdrawal: 100_000_00n },
  submission: null,
  dueHours: 24,
  ...more,
})

const receipt = (id: string): ReplyOf<typeof submitKyc> => ({ id, state: 'submitted', submittedAt: NOW, dueAt: NOW })

async function openIdentity(of: Partial<Kyc> = {}, shown = 'Nombre'): Promise<Page> {
  wire.house.answer(readKyc, kyc(of))
  wire.house.answer(storePicture, ({ input }) => ({ id: input.id, width: 1, height: 1, bytes: 1 }))
  wire.house.answer(submitKyc, ({ input }) => receipt(input.id))
  enter()
  const page = await openPage('/subPackages/real/real')
  await page.findByText(shown)
  return page
}

const sent = () => wire.house.asked(submitKyc).map(({ input }) => input)
const pictures = () => wire.house.asked(storePicture).map(({ input }) => input.id)
const next = (page: Page) => page.user.click(page.getByRole('button', { name: /^(Seguir|Enviar a revisión)/ }))
const field = (page: Page, name: string) => page.getByRole('textbox', { name })

/** Choose a picture for a side of the document, and wait until it is there. */
async function choose(page: Page, side: string): Promise<void> {
  const slot = page.getByRole('group', { name: side })
  const file = new File([side], `${side}.png`, { type: 'image/png' })
  await page.user.upload(slot.querySelector<HTMLElement>('input[type=file]')!, file)
  await inside(slot).findByText('Subida')
}

async function names(page: Page): Promise<void> {
  await page.write(field(page, 'Nombre'), 'Marta')
  await page.write(field(page, 'Apellidos'), 'Ruiz')
  await next(page)
}

describe('the first time', () => {
  test('names, document and both sides go as they were given, each picture at its side', async () => {
    const page = await openIdentity()
    await names(page)
    await page.write(field(page, 'Número del documento'), '12345678Z')
    // The back first: what counts is the side, not the order.
    await choose(page, 'Reverso')
    await choose(page, 'Anverso')
    await next(page)
    await next(page)
    await expect.poll(sent).toHaveLength(1)
    const [back, front] = pictures()
    const [input] = sent()
    expect(input).toEqual({
      id: input?.id,
      firstName: 'Marta',
      lastName: 'Ruiz',
      type: 'id_card',
      number: '12345678Z',
      front,
      back,
      sample: false,
    })
  })

  test('a passport has one page', async () => {
    const page = await openIdentity()
    await names(page)
    await page.user.click(page.getByRole('radio', { name: 'Pasaporte' }))
    expect(page.queryByRole('group', { name: 'Reverso' })).toBeNull()
    await page.write(field(page, 'Número del documento'), 'AAA123456')
    await choose(page, 'Página con la foto')
    await next(page)
    await next(page)
    await expect.poll(sent).toMatchObject([{ type: 'passport', front: pictures()[0], back: null }])
  })

  test('each step is whole before the next: names, then number and pictures', async () => {
    const page = await openIdentity()
    await page.write(field(page, 'Nombre'), 'Marta')
    await next(page)
    expect(field(page, 'Apellidos').getAttribute('aria-invalid')).toBe('true')
    expect(page.getByText('Falta: Apellidos')).toBeTruthy()
    expect(field(page, 'Nombre').getAttribute('aria-invalid')).toBeNull()
    await page.write(field(page, 'Apellidos'), 'Ruiz')
    await next(page)
    await next(page)
    expect(field(page, 'Número del documento').getAttribute('aria-invalid')).toBe('true')
    expect(page.getByRole('group', { name: 'Anverso' }).getAttribute('aria-invalid')).toBe('true')
    await page.write(field(page, 'Número del documento'), '12345678Z')
    await choose(page, 'Anverso')
    await next(page)
    expect(page.getByRole('group', { name: 'Reverso' }).getAttribute('aria-invalid')).toBe('true')
    expect(sent()).toEqual([])
  })

  test('the message of a step is that of its first mistake', async () => {
    const page = await openIdentity()
    await page.write(field(page, 'Nombre'), '1234')
    await next(page)
    await page.write(field(page, 'Apellidos'), 'Ruiz')
    await next(page)
    expect(wire.toasts).toEqual(['Falta información, complétala por favor', 'Con letras, como en el documento'])
  })

  test('a picture that is not there yet is waited for, and one that failed is not named', async () => {
    const reply = later<void>()
    const page = await openIdentity()
    await names(page)
    await page.write(field(page, 'Número del documento'), '12345678Z')
    await choose(page, 'Anverso')
    wire.house.answer(storePicture, async () => {
      await reply.value
      return no('picture_unreadable', 'No se puede leer')
    })
    const slot = page.getByRole('group', { name: 'Reverso' })
    const file = new File(['x'], 'x.png', { type: 'image/png' })
    await page.user.upload(slot.querySelector<HTMLElement>('input[type=file]')!, file)
    const button = page.getByRole('button', { name: /^Seguir/ })
    await expect.poll(() => button.textContent).toContain('cuando acaben de subir las imágenes')
    reply.give()
    await inside(slot).findByText('No se puede leer')
    await next(page)
    expect(slot.getAttribute('aria-invalid')).toBe('true')
    expect(page.queryByText('Enviar a revisión')).toBeNull()
  })

  test('before it is sent all of it stands there once more, with the way back to each part', async () => {
    const page = await openIdentity()
    await names(page)
    await page.write(field(page, 'Número del documento'), '12345678Z')
    await choose(page, 'Anverso')
    await choose(page, 'Reverso')
    await next(page)
    for (const text of ['Marta', 'Ruiz', '12345678Z', 'Anverso · Reverso']) expect(page.getByText(text)).toBeTruthy()
    await page.user.click(page.getByRole('button', { name: 'Cambiar tus datos' }))
    await page.write(field(page, 'Nombre'), 'María')
    await next(page)
    await next(page)
    await next(page)
    await expect.poll(sent).toMatchObject([{ firstName: 'María', number: '12345678Z', front: pictures()[0] }])
  })

  test('after a lost answer the same form is the same submission; a refusal leads to the step of its field', async () => {
    const page = await openIdentity()
    await names(page)
    await page.write(field(page, 'Número del documento'), '12345678Z')
    await choose(page, 'Anverso')
    await choose(page, 'Reverso')
    await next(page)
    wire.house.answer(submitKyc, () => LOST)
    await next(page)
    await expect.poll(sent).toHaveLength(1)
    wire.house.answer(readKyc, kyc())
    wire.house.answer(submitKyc, no('document_number_form', 'No es un número', { field: 'number' }))
    await refreshAll()
    await next(page)
    await expect.poll(sent).toHaveLength(2)
    expect(new Set(sent().map(({ id }) => id)).size).toBe(1)
    expect(await page.findByText('No es un número')).toBeTruthy()
    expect(field(page, 'Número del documento').getAttribute('aria-invalid')).toBe('true')
  })
})

describe('after a refusal', () => {
  const [front, back] = [newId(), newId()]
  const paper = (side: 'front' | 'back', id: string) => ({ side, id, views: 1, removeAt: null, removedAt: null })
  const refused: Submission = {
    id: newId(),
    firstName: 'Marta',
    lastName: 'Ruiz',
    type: 'id_card',
    number: '•••••••8Z',
    sample: false,
    submittedAt: NOW,
    dueAt: NOW,
    endedAt: NOW,
    papers: [paper('front', front), paper('back', back)],
    reason: { code: 'paper_unreadable', title: 'El reverso no se lee', next: 'Haz otra foto.' },
    repeat: ['back'],
    steps: [],
  }

  test('it says what to repeat, opens there, and keeps the rest: the number and the other side as they were', async () => {
    wire.house.answer(readPicture, { type: 'image/jpeg', width: 1, height: 1, base64: '' })
    const page = await openIdentity({ state: 'refused', submission: refused }, 'El reverso no se lee')
    await page.user.click(page.getByRole('button', { name: /^Repetir: Reverso/ }))
    expect(page.getByText('Se conserva •••••••8Z')).toBeTruthy()
    await next(page)
    expect(page.getByRole('group', { name: 'Reverso' }).getAttribute('aria-invalid')).toBe('true')
    await choose(page, 'Reverso')
    await next(page)
    await next(page)
    await expect.poll(sent).toMatchObject([{ firstName: 'Marta', number: '', front, back: pictures()[0] }])
    expect(sent()[0]?.id).not.toBe(refused.id)
  })

  test('one that passed has nothing to send', async () => {
    const passed: Submission = { ...refused, reason: null, repeat: [] }
    const page = await openIdentity({ state: 'passed', submission: passed }, 'Identidad verificada')
    expect(page.queryByRole('button', { name: /^(Repetir|Enviar)/ })).toBeNull()
  })
})
