// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import type { Role } from '@lonja/core/base/contract'
import { readSeat } from '@lonja/core/staff/staff.contract'
import { recallWithdrawal } from '@lonja/core/withdrawals/withdrawals.staff.contract'
import { no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { enter, inside, show, type Page } from '@lonja/kit/screens.testing'
import { withConsole } from '../screens.testing.tsx'
import { useSeat } from '../staff/seat.ts'
import { Recall } from './Recall.tsx'

const wire = withConsole()

const WITHDRAWAL = newId()
const onDone = vi.fn<() => void>()

/** Shows that the seat is known, on which the button depends. */
const SeatName = () => <p>{useSeat().data?.name}</p>

async function open(role: Role = 'treasurer'): Promise<Page> {
  onDone.mockClear()
  wire.house.answer(readSeat, {
    id: newId<'seat'>(),
    number: 3,
    name: 'Eva',
    roles: [role],
    hasCustomer: false,
    claimedAt: 0,
  })
  enter()
  const page = show(
    <>
      <SeatName />
      <Recall id={WITHDRAWAL} onDone={onDone} />
    </>,
  )
  await page.findByText('Eva')
  return page
}

const press = (page: Page, name: string) => page.user.click(page.getByRole('button', { name }))
const answer = (page: Page, name: string) =>
  page.user.click(inside(page.getByRole('dialog', { name: '¿Parar esta retirada?' })).getByRole('button', { name }))
const requests = () => wire.house.asked(recallWithdrawal).map(({ input }) => input)

test('one person stops it by the button of the question, which says what becomes of the amount', async () => {
  wire.house.answer(recallWithdrawal, ({ input: { id } }) => ({ id, state: 'pending' as const }))
  const page = await open()
  await press(page, 'Parar el envío')
  expect(page.getByText(/el importe sigue reservado.*deciden dos personas/)).toBeTruthy()
  expect(requests()).toEqual([])
  await answer(page, 'Parar el envío')
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledTimes(1))
  expect(requests()).toEqual([{ id: WITHDRAWAL }])
  expect(wire.toasts).toContain('Retirada parada')
})

test('going back asks for nothing', async () => {
  const page = await open()
  await press(page, 'Parar el envío')
  await answer(page, 'Volver')
  expect(page.queryByRole('dialog')).toBeNull()
  expect(requests()).toEqual([])
})

test('one that was sent meanwhile is refused in the question, which stays', async () => {
  wire.house.answer(recallWithdrawal, no('withdrawal_sent', 'Ya se ha enviado'))
  const page = await open()
  await press(page, 'Parar el envío')
  await answer(page, 'Parar el envío')
  await page.findByText('Ya se ha enviado')
  expect(page.getByRole('dialog')).toBeTruthy()
  expect(onDone).not.toHaveBeenCalled()
})

test.each<Role>(['support', 'reviewer', 'auditor'])('%s cannot stop one', async (role) => {
  const page = await open(role)
  expect(page.queryByRole('button')).toBeNull()
})
