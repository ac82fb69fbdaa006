// @vitest-environment jsdom
import { act, createEvent, fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { show, withHouse } from '../screens.testing.tsx'
import { ErrorView } from './states.tsx'
import { toast } from './toast.ts'

withHouse()

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const textOf = (page: ReturnType<typeof show>, role: 'status' | 'alert') => page.getByRole(role).textContent
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('a toast is said politely and goes after a second and a half; a mistake is said at once', async () => {
  const page = show(null)
  act(() => toast('Hecho', { kind: 'done' }))
  expect([textOf(page, 'status'), textOf(page, 'alert')]).toEqual(['Hecho', ''])
  await pass(1_499)
  expect(page.getByRole('region', { name: 'Hecho' })).toBeTruthy()
  await pass(1)
  expect([textOf(page, 'status'), page.queryByRole('region')]).toEqual(['', null])
  act(() => toast('No se pudo', { kind: 'error' }))
  expect([textOf(page, 'status'), textOf(page, 'alert')]).toEqual(['', 'No se pudo'])
})

test('of two at once each is read for a second and a half, one after the other', async () => {
  const page = show(null)
  act(() => toast('Anverso enviado'))
  act(() => toast('Reverso enviado'))
  await pass(1_499)
  expect(textOf(page, 'status')).toBe('Anverso enviado')
  await pass(1)
  expect(textOf(page, 'status')).toBe('Reverso enviado')
  await pass(1_499)
  expect(textOf(page, 'status')).toBe('Reverso enviado')
  await pass(1)
  expect(textOf(page, 'status')).toBe('')
})

test('one with a way back gives way to the next after a second and a half, also if that one comes later', async () => {
  const page = show(null)
  act(() => toast('Quitado', { undo: { label: 'Deshacer', onUndo: () => undefined } }))
  await pass(1_000)
  act(() => toast('Enviado'))
  await pass(499)
  expect(textOf(page, 'status')).toBe('Quitado')
  await pass(1)
  expect(textOf(page, 'status')).toBe('Enviado')
})

test('the same text does not wait behind itself: it begins anew', async () => {
  const page = show(null)
  act(() => toast('error'))
  await pass(1_000)
  act(() => toast('error'))
  await pass(1_499)
  expect(textOf(page, 'status')).toBe('error')
  await pass(1)
  expect(textOf(page, 'status')).toBe('')
})

test('one that offers a way back stays for five seconds, and its press takes the way back once', async () => {
  const onUndo = vi.fn()
  const page = show(null)
  act(() => toast('Quitado', { undo: { label: 'Deshacer', onUndo } }))
  await pass(4_999)
  act(() => page.getByRole('button', { name: 'Deshacer' }).click())
  expect(onUndo).toHaveBeenCalledTimes(1)
  expect(page.queryByRole('button')).toBeNull()
})

test('it stays while the focus is on it', async () => {
  const page = show(null)
  act(() => toast('Quitado', { undo: { label: 'Deshacer', onUndo: () => undefined } }))
  act(() => page.getByRole('button', { name: 'Deshacer' }).focus())
  await pass(20_000)
  expect(textOf(page, 'status')).toBe('Quitado')
  act(() => page.getByRole('button', { name: 'Deshacer' }).blur())
  await pass(5_000)
  expect(textOf(page, 'status')).toBe('')
})

test('it stays while the pointer is put on it, and not for a pointer over which it comes up', async () => {
  const page = show(null)
  const put = (x: number): void => {
    const move = createEvent.pointerMove(page.getByText('Enviado', { selector: 'span' }))
    // A browser also says that the pointer moved when the page did: by nothing.
    Object.defineProperties(move, { movementX: { value: x }, movementY: { value: 0 } })
    fireEvent(page.getByText('Enviado', { selector: 'span' }), move)
  }
  act(() => toast('Enviado'))
  put(0)
  await pass(1_500)
  expect(textOf(page, 'status')).toBe('')
  act(() => toast('Enviado'))
  put(3)
  await pass(10_000)
  expect(textOf(page, 'status')).toBe('Enviado')
})

test('it covers neither the label of a field nor the sentence at it', async () => {
  const page = show(
    <form>
      <label htmlFor="amount">Importe</label>
      <input id="amount" aria-invalid="true" aria-describedby="wrong" />
      <p id="wrong">Falta el importe</p>
    </form>,
  )
  const boxes: Record<string, [top: number, height: number]> = { LABEL: [576, 20], INPUT: [600, 40], P: [640, 110] }
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const [top, height] = this.matches('[popover]') ? [0, 50] : (boxes[this.tagName] ?? [0, 0])
    return new DOMRect(0, top, 300, height)
  })
  act(() => toast('Falta el importe', { kind: 'error' }))
  const host = page.getByRole('region', { name: 'Falta el importe' })
  expect(innerHeight).toBe(768)
  // The sentence reaches to 750, into the place of the toast: it stands above the label.
  expect(host.style.bottom).toBe('192px')
  boxes['P'] = [640, 60]
  await pass(100)
  expect(host.style.bottom).toBe('0px')
  vi.restoreAllMocks()
})

test('it does not cover the button to retry', async () => {
  const page = show(<ErrorView title="No hemos podido leer la lista" onRetry={() => undefined} />)
  let top = 700
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    if (this.matches('[popover]')) return new DOMRect(0, 0, 300, 50)
    return this.matches('button') ? new DOMRect(0, top, 300, 50) : new DOMRect()
  })
  act(() => toast('Sin conexión', { kind: 'error' }))
  const host = page.getByRole('region', { name: 'Sin conexión' })
  // The button reaches to 750 of 768, into the place of the toast: it stands above it.
  expect(host.style.bottom).toBe('68px')
  top = 600
  await pass(100)
  expect(host.style.bottom).toBe('0px')
  vi.restoreAllMocks()
})
