// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { Role } from '@lonja/core/base/contract'
import { customerNumber } from '@lonja/core/base/numbers'
import { listColleagues, readSeat } from '@lonja/core/staff/staff.contract'
import {
  answerThread,
  holdThread,
  listSetAnswers,
  listThreads,
  openThread,
  writeNote,
} from '@lonja/core/support/support.staff.contract'
import { no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { here } from '@lonja/kit/nav'
import { enter, plain, type Page } from '@lonja/kit/screens.testing'
import { openPage, withConsole } from '../screens.testing.tsx'

const wire = withConsole()
const NOW = Date.now()
const [CUSTOMER, THREAD] = [newId<'customer'>(), newId()]

const ROW = {
  thread: THREAD,
  customer: CUSTOMER,
  phone: '•••118',
  openedAt: NOW,
  waitingSince: NOW - 600_000,
  lastAt: NOW,
  closedAt: null,
  rating: null,
  language: 'fr' as const,
  last: { text: 'Où est mon retrait ?', seat: null, pictures: 0 },
  holder: null as number | null,
}

const NOTE = { id: newId(), seat: 2, text: 'Llamó dos veces', at: NOW }

/** Requests of the customer: this seat decides the first, and not the second. */
const WITHDRAWAL = { id: newId(), kind: 'withdrawal', number: 'R-7K2M-91QX', state: 'in_review' as const, at: NOW }
const CHECK = { id: newId(), kind: 'kyc', number: 'K-4F09C2', state: 'approved' as const, at: NOW }

function opened(holder: { seat: number; until: number } | null) {
  return {
    rows: [
      {
        id: newId(),
        n: 1,
        thread: THREAD,
        seat: null,
        text: 'Où est mon retrait ?',
        pictures: [],
        at: NOW,
        isRead: true,
      },
    ],
    cursor: null,
    threads: [{ id: THREAD, openedAt: NOW, closedAt: null, closedBy: null, rating: null }],
    views: [],
    number: customerNumber(CUSTOMER),
    language: 'fr' as const,
    holder,
    notes: [NOTE],
    records: [WITHDRAWAL, CHECK],
  }
}

async function openOne(
  holder: { seat: number; until: number } | null = null,
  roles: Role[] = ['support'],
): Promise<Page> {
  const seat = { id: newId<'seat'>(), number: 3, name: 'Eva', roles, hasCustomer: false, claimedAt: NOW }
  wire.house.answer(readSeat, seat)
  wire.house.answer(listColleagues, {
    rows: [
      { number: 2, name: 'Ana' },
      { number: 3, name: 'Eva' },
    ],
  })
  wire.house.answer(listThreads, { rows: [{ ...ROW, holder: holder?.seat ?? null }], cursor: null, waiting: 1 })
  wire.house.answer(openThread, opened(holder))
  wire.house.answer(listSetAnswers, { rows: [{ code: 'looking', title: 'Lo miramos', text: 'Nous regardons.' }] })
  enter()
  const page = await openPage(`/conversations?customer=${CUSTOMER}`)
  await page.findByRole('log', { name: 'Conversación' })
  return page
}

test('a row names its customer by number and language, the last message, and who holds it', async () => {
  const page = await openOne({ seat: 2, until: NOW + 60_000 })
  const link = await page.findByRole('link', { name: new RegExp(`^${customerNumber(CUSTOMER)}`) })
  const row = plain(link.textContent)
  expect(row).toContain('Où est mon retrait ?')
  expect(row).toContain('•••118 · Français')
  await expect.poll(() => plain(document.body.textContent)).toContain('la tiene Ana · puesto 2')
})

test('the customer’s requests stand beside the conversation, and lead to those that the seat sees', async () => {
  const page = await openOne(null, ['support', 'treasurer'])
  const list = await page.findByRole('list', { name: 'Sus solicitudes' })
  expect([...list.querySelectorAll('li')].map((item) => plain(item.textContent))).toEqual([
    expect.stringMatching(/^R-7K2M-91QX · retirada · en revisión · /),
    expect.stringMatching(/^K-4F09C2 · identidad · aprobada · /),
  ])
  const links = [...list.querySelectorAll('a')].map((link) => link.getAttribute('href'))
  expect(links).toEqual([`#/withdrawals?id=${WITHDRAWAL.id}`])
})

test('a seat takes a free conversation by its key, and lets go of its own', async () => {
  const page = await openOne()
  expect(await page.findByText('Nadie la tiene.')).toBeTruthy()
  wire.house.answer(holdThread, { holder: { seat: 3, until: NOW } })
  wire.house.answer(openThread, opened({ seat: 3, until: NOW }))
  await page.user.keyboard('t')
  await expect.poll(() => wire.house.asked(holdThread)[0]?.input).toEqual({ customer: CUSTOMER, take: true })
  await page.user.click(await page.findByRole('button', { name: /^Soltar/ }))
  await expect.poll(() => wire.house.asked(holdThread)[1]?.input).toEqual({ customer: CUSTOMER, take: false })
})

test('the key of taking does nothing to a conversation that another seat holds', async () => {
  const page = await openOne({ seat: 2, until: NOW + 60_000 })
  await page.findByText(/^La tiene Ana · puesto 2/)
  await page.user.keyboard('t')
  expect(wire.house.asked(holdThread)).toEqual([])
})

test('a conversation that another seat took first says so', async () => {
  const page = await openOne()
  wire.house.answer(holdThread, no('thread_held', 'El puesto 2 tiene esta conversación'))
  await page.user.click(await page.findByRole('button', { name: /^Tomar/ }))
  expect(await page.findByText('El puesto 2 tiene esta conversación')).toBeTruthy()
})

test('held by another it says by whom, and an answer is refused in words', async () => {
  const page = await openOne({ seat: 2, until: NOW + 60_000 })
  expect(await page.findByText(/^La tiene Ana · puesto 2/)).toBeTruthy()
  expect(page.queryByRole('button', { name: /^Tomar/ })).toBeNull()
  wire.house.answer(answerThread, no('thread_held', 'El puesto 2 tiene esta conversación'))
  await page.user.type(page.getByRole('textbox', { name: /^Responder|^Respuesta/ }), 'Hola')
  await page.user.keyboard('{Control>}{Enter}{/Control}')
  expect(await page.findByText('El puesto 2 tiene esta conversación')).toBeTruthy()
})

test('a set answer in the customer’s language fills the field, and is sent as it stands there', async () => {
  const page = await openOne()
  await page.user.selectOptions(await page.findByRole('combobox', { name: 'Textos preparados' }), 'looking')
  expect(wire.house.asked(listSetAnswers)[0]?.input).toEqual({ language: 'fr' })
  expect(wire.house.asked(answerThread)).toEqual([])
  wire.house.answer(answerThread, ({ input }) => ({ id: input.id, n: 2, thread: THREAD, at: NOW }))
  await page.user.type(page.getByDisplayValue('Nous regardons.'), ' Merci.')
  await page.user.keyboard('{Control>}{Enter}{/Control}')
  await expect.poll(() => wire.house.asked(answerThread)[0]?.input).toMatchObject({ text: 'Nous regardons. Merci.' })
})

test('the same set answer can be chosen again after the field was emptied', async () => {
  const page = await openOne()
  const answers = await page.findByRole<HTMLSelectElement>('combobox', { name: 'Textos preparados' })
  await page.user.selectOptions(answers, 'looking')
  await page.user.clear(page.getByDisplayValue('Nous regardons.'))
  expect(answers.value).toBe('')
  await page.user.selectOptions(answers, 'looking')
  expect(page.getByDisplayValue('Nous regardons.')).toBeTruthy()
})

test('notes name their seat, and a new one is written once', async () => {
  const page = await openOne()
  await page.user.click(await page.findByText('Notas internas (1)'))
  expect(page.getByText('Llamó dos veces')).toBeTruthy()
  expect(plain(document.body.textContent)).toContain('Ana · puesto 2')
  wire.house.answer(writeNote, ({ input }) => ({ id: input.id, seat: 3, text: input.text, at: NOW }))
  await page.user.type(page.getByRole('textbox', { name: 'Nota nueva' }), 'Pide su retirada')
  await page.user.click(page.getByRole('button', { name: /^Guardar la nota/ }))
  await expect.poll(() => wire.house.asked(writeNote)).toHaveLength(1)
  expect(wire.house.asked(writeNote)[0]?.input).toMatchObject({ customer: CUSTOMER, text: 'Pide su retirada' })
})

test('a note that the house refuses stays in its field with the reason, and the one after it is another note', async () => {
  const page = await openOne()
  await page.user.click(await page.findByText('Notas internas (1)'))
  const field = page.getByRole<HTMLTextAreaElement>('textbox', { name: 'Nota nueva' })
  const save = page.getByRole('button', { name: /^Guardar la nota/ })
  wire.house.answer(writeNote, no('unavailable', 'Ahora no se guarda'))
  await page.user.type(field, 'Primera')
  await page.user.click(save)
  expect(await page.findByText('Ahora no se guarda')).toBeTruthy()
  expect(field.value).toBe('Primera')
  wire.house.answer(writeNote, ({ input }) => ({ id: input.id, seat: 3, text: input.text, at: NOW }))
  await page.user.click(save)
  await expect.poll(() => field.value).toBe('')
  await page.user.type(field, 'Segunda')
  await page.user.click(save)
  await expect.poll(() => wire.house.asked(writeNote)).toHaveLength(3)
  const [refused, first, second] = wire.house.asked(writeNote).map(({ input }) => input.id)
  expect([first === refused, second === first]).toEqual([true, false])
})

test('an auditor reads the notes, and neither takes nor notes anything', async () => {
  const page = await openOne(null, ['auditor'])
  await page.user.click(await page.findByText('Notas internas (1)'))
  expect(page.queryByRole('textbox', { name: 'Nota nueva' })).toBeNull()
  expect(page.queryByRole('button', { name: /^Tomar/ })).toBeNull()
})

test('a conversation is found by a whole number, and Enter opens it', async () => {
  const page = await openOne()
  const other = newId<'customer'>()
  wire.house.answer(listThreads, ({ input }) => ({
    rows: input.find === undefined ? [ROW] : [{ ...ROW, customer: other, waitingSince: null, closedAt: NOW }],
    cursor: null,
    waiting: 1,
  }))
  await page.user.type(await page.findByRole('searchbox', { name: 'Buscar una conversación' }), 'R-7K2M-91QX')
  await expect.poll(() => wire.house.asked(listThreads).at(-1)?.input).toEqual({ which: 'open', find: 'R-7K2M-91QX' })
  expect((await page.findByRole('link', { name: new RegExp(customerNumber(other)) })).textContent).toContain('cerrada')
  await page.user.keyboard('{Enter}')
  await expect.poll(() => here().query).toBe(`customer=${other}`)
})

test('the filter narrows to what the seat holds', async () => {
  const page = await openOne()
  await page.user.selectOptions(page.getByRole('combobox', { name: 'Filtro' }), 'mine')
  await expect.poll(() => wire.house.asked(listThreads).at(-1)?.input).toMatchObject({ which: 'open', whose: 'mine' })
})
