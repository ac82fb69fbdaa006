// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { ReplyOf } from '@lonja/core/base/contract'
import { rateThread, readThread, sendMessage } from '@lonja/core/support/thread.contract'
import { newId } from '@lonja/kit/ids'
import { enter } from '@lonja/kit/screens.testing'
import { openPage, withApp } from '../screens.testing.tsx'

const wire = withApp()

type Thread = ReplyOf<typeof readThread>['threads'][number]

const NOW = Date.now()
const talk = (threads: readonly Thread[] = []) => ({
  rows: [],
  cursor: null,
  threads: [...threads],
  views: [],
  unread: 0,
  usualWaitMs: null,
})

function openThread(threads: readonly Thread[] = []) {
  wire.house.answer(readThread, talk(threads))
  enter()
  return openPage('/subPackages/support/thread')
}

test('an empty message says at its field what is missing after a tap, and is sent once it is written', async () => {
  const page = await openThread()
  wire.house.answer(sendMessage, ({ input }) => ({ id: input.id, n: 1, thread: newId(), at: NOW }))
  const field = await page.findByRole('textbox', { name: 'Tu mensaje' })
  const send = page.getByRole('button', { name: 'Enviar' })
  expect(send.getAttribute('aria-disabled')).toBeNull()
  await page.user.click(send)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(field)
  expect(wire.toasts).toEqual(['Escribe tu mensaje o adjunta una imagen'])
  expect(wire.house.asked(sendMessage)).toEqual([])
  await page.write(field, 'Hola')
  expect(field.getAttribute('aria-invalid')).toBeNull()
  await page.user.click(send)
  await expect.poll(() => wire.house.asked(sendMessage).map(({ input }) => input.text)).toEqual(['Hola'])
  // The field is empty again, and that is no mistake.
  await expect.poll(() => (field as HTMLTextAreaElement).value).toBe('')
  expect(field.getAttribute('aria-invalid')).toBeNull()
})

test('a rating without a number says so at the stars after a tap, and is sent once one is chosen', async () => {
  const thread = { id: newId(), openedAt: NOW - 60_000, closedAt: NOW, closedBy: 4, rating: null }
  const page = await openThread([thread])
  wire.house.answer(rateThread, ({ input }) => input)
  await page.user.click(await page.findByRole('button', { name: 'Enviar' }))
  const stars = page.getByRole('radiogroup', { name: '¿Te hemos ayudado?' })
  expect(stars.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(stars)
  expect(wire.toasts).toEqual(['Elige de 1 a 5'])
  expect(wire.house.asked(rateThread)).toEqual([])
  await page.user.click(page.getByRole('radio', { name: '4 de 5' }))
  expect(stars.getAttribute('aria-invalid')).toBeNull()
  await page.user.click(page.getByRole('button', { name: 'Enviar 4 de 5' }))
  await expect
    .poll(() => wire.house.asked(rateThread).map(({ input }) => input))
    .toEqual([{ thread: thread.id, rating: 4 }])
})
