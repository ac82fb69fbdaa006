// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { liftRestriction } from '@lonja/core/restrictions/restrictions.staff.contract'
import { LOST, no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { enter, inside, show, type Page } from '@lonja/kit/screens.testing'
import { withConsole } from '../screens.testing.tsx'
import { Lift } from './Lift.tsx'

const wire = withConsole()

const CUSTOMER = newId<'customer'>()
const onDone = vi.fn<() => void>()
const onCancel = vi.fn<() => void>()

async function open(): Promise<Page> {
  onDone.mockClear()
  onCancel.mockClear()
  enter()
  const page = show(<Lift customer={CUSTOMER} name="Marta Ruiz" onDone={onDone} onCancel={onCancel} />)
  await page.findByRole('dialog', { name: '¿Pedir que se levante el límite de Marta Ruiz?' })
  return page
}

const press = (page: Page, name: string) =>
  page.user.click(inside(page.getByRole('dialog')).getByRole('button', { name }))
const requests = () => wire.house.asked(liftRestriction)

test('lifting is asked for only by the button of its question, which says that two people decide', async () => {
  wire.house.answer(liftRestriction, ({ input: { id } }) => ({ id, outcome: 'asked' as const, review: newId() }))
  const page = await open()
  expect(page.getByText(/^Lo deciden dos personas en la cola/)).toBeTruthy()
  expect(requests()).toHaveLength(0)
  await press(page, 'Pedir levantarlo')
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledTimes(1))
  expect(requests()[0]?.input).toMatchObject({ customer: CUSTOMER })
  expect(wire.toasts).toContain('Pedido: deciden dos personas')
})

test('an account that is not restricted any more is no request', async () => {
  wire.house.answer(liftRestriction, ({ input: { id } }) => ({ id, outcome: 'not_restricted' as const, review: null }))
  const page = await open()
  await press(page, 'Pedir levantarlo')
  await expect.poll(() => wire.toasts).toContain('No había ningún límite')
})

test('a refusal stands in the dialog, which stays', async () => {
  wire.house.answer(liftRestriction, no('restriction_asked', 'Otra persona lo ha pedido ya'))
  const page = await open()
  await press(page, 'Pedir levantarlo')
  expect(await inside(page.getByRole('dialog')).findByText('Otra persona lo ha pedido ya')).toBeTruthy()
  expect(onDone).not.toHaveBeenCalled()
})

test('after a lost answer the same request goes again', async () => {
  wire.house.answer(liftRestriction, () => LOST)
  const page = await open()
  await press(page, 'Pedir levantarlo')
  await inside(page.getByRole('dialog')).findByText('No se puede llegar al servidor.')
  await press(page, 'Pedir levantarlo')
  await expect.poll(requests).toHaveLength(2)
  expect(requests()[1]?.input.id).toBe(requests()[0]?.input.id)
})

test('the safe button leaves without a request', async () => {
  const page = await open()
  await press(page, 'Volver')
  expect(onCancel).toHaveBeenCalledTimes(1)
  expect(requests()).toHaveLength(0)
})
