// @vitest-environment jsdom
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { endSession, setTradingPassword } from '@lonja/core/accounts/accounts.contract'
import { cancelOrder, placeOrder } from '@lonja/core/orders/orders.contract'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { OrderId } from '@lonja/core/base/ids'
import { wholeShares } from '@lonja/core/base/amount'
import { letGoReview, countQueues } from '@lonja/core/reviews.contract'
import { no, LOST } from './house.testing.ts'
import { newId } from './ids.ts'
import { useRead } from './reads.ts'
import { useWrite } from './writes.ts'
import { enter, later, show, withHouse } from './screens.testing.tsx'

const wire = withHouse()

/** Ends the other sessions, at each press. */
function Ending({ onReply, quiet = false }: { onReply?: (ended: number) => void; quiet?: boolean }) {
  const write = useWrite(endSession, { quiet, onReply: ({ ended }) => onReply?.(ended) })
  return (
    <>
      <button type="button" onClick={() => write.mutate({ id: 'others' })}>
        Cerrar las otras
      </button>
      <p role="note">{write.isPending ? 'Enviando' : (write.refusal?.msg ?? 'Nada')}</p>
      <button type="button" onClick={write.forget}>
        Editar
      </button>
    </>
  )
}

const press = (page: ReturnType<typeof show>) => page.user.click(page.getByRole('button', { name: 'Cerrar las otras' }))
const keys = () => wire.house.asked(endSession).map(({ key }) => key)

test('a tap while the first is on its way is the same act: it is sent once', async () => {
  const reply = later<{ ended: number }>()
  wire.house.answer(endSession, () => reply.value)
  enter()
  const onReply = vi.fn()
  const page = show(<Ending onReply={onReply} />)
  await press(page)
  await page.findByText('Enviando')
  await press(page)
  reply.give({ ended: 2 })
  await page.findByText('Nada')
  expect(onReply.mock.calls).toEqual([[2]])
  expect(keys()).toHaveLength(1)
})

test('after a reply the next act of the same form has a key of its own', async () => {
  wire.house.answer(endSession, { ended: 1 })
  enter()
  const onReply = vi.fn()
  const page = show(<Ending onReply={onReply} />)
  await press(page)
  await expect.poll(() => onReply.mock.calls.length).toBe(1)
  await press(page)
  await expect.poll(() => onReply.mock.calls.length).toBe(2)
  expect(new Set(keys()).size).toBe(2)
})

test('after a lost answer the next tap carries the same key: it is the same act', async () => {
  wire.house.answer(endSession, () => LOST)
  enter()
  const page = show(<Ending />)
  await press(page)
  await expect.poll(() => page.getByRole('note').textContent).not.toMatch(/Nada|Enviando/)
  wire.house.answer(endSession, { ended: 1 })
  await press(page)
  await page.findByText('Nada')
  expect(keys()).toHaveLength(2)
  expect(new Set(keys()).size).toBe(1)
})

test('a refusal stands in the form and is said once; it is forgotten when the form is touched, and the key stays', async () => {
  wire.house.answer(endSession, no('unknown_session', 'Ya no existe'))
  enter()
  const page = show(<Ending />)
  await press(page)
  await expect.poll(() => page.getByRole('note').textContent).toBe('Ya no existe')
  expect(wire.toasts).toEqual(['Ya no existe'])
  await page.user.click(page.getByRole('button', { name: 'Editar' }))
  expect(page.getByRole('note').textContent).toBe('Nada')
  await press(page)
  await expect.poll(() => keys()).toHaveLength(2)
  expect(new Set(keys()).size).toBe(1)
})

test('a quiet form says a refusal nowhere else', async () => {
  wire.house.answer(endSession, no('unknown_session', 'Ya no existe'))
  enter()
  const page = show(<Ending quiet />)
  await press(page)
  await expect.poll(() => page.getByRole('note').textContent).toBe('Ya no existe')
  expect(wire.toasts).toEqual([])
})

function Passwords() {
  const write = useWrite(setTradingPassword, { quiet: true })
  const [typed, setTyped] = useState('b')
  const mistakes = ['old', 'password', 'again'].map((field) => write.mistake(field) ?? '-')
  return (
    <>
      <button type="button" onClick={() => write.mutate({ old: 'a', password: typed, again: 'c' })}>
        Guardar
      </button>
      <button type="button" onClick={() => write.forgetting(setTyped)('d')}>
        Cambiar
      </button>
      <p role="note">{mistakes.join(' ')}</p>
      <h2>{write.elsewhere(['old', 'again']) ?? '-'}</h2>
    </>
  )
}

test('a mistake stands at the field that is to blame, and at no other', async () => {
  wire.house.answer(setTradingPassword, no('passwords_differ', 'No coinciden', { field: 'again' }))
  enter()
  const page = show(<Passwords />)
  await page.user.click(page.getByRole('button', { name: 'Guardar' }))
  await expect.poll(() => page.getByRole('note').textContent).toBe('- - No coinciden')
  expect(page.getByRole('heading').textContent).toBe('-')
})

test('a refusal that no field of the form is to blame for stands elsewhere, until what it refused changes', async () => {
  wire.house.answer(setTradingPassword, no('passwords_differ', 'No coinciden', { field: 'password' }))
  enter()
  const page = show(<Passwords />)
  await page.user.click(page.getByRole('button', { name: 'Guardar' }))
  await expect.poll(() => page.getByRole('heading').textContent).toBe('No coinciden')
  await page.user.click(page.getByRole('button', { name: 'Cambiar' }))
  expect(page.getByRole('heading').textContent).toBe('-')
  await page.user.click(page.getByRole('button', { name: 'Guardar' }))
  await expect.poll(() => wire.house.asked(setTradingPassword).map(({ input }) => input.password)).toEqual(['b', 'd'])
})

function Placing({ id }: { id: OrderId }) {
  const place = useWrite(placeOrder)
  const cancel = useWrite(cancelOrder)
  const ticket = { listing: 'XMAD:BVE', side: 'buy', shares: wholeShares(1n), limit: null, timeInForce: 'day' } as const
  return (
    <>
      <button type="button" onClick={() => place.mutate({ id, ...ticket })}>
        Comprar
      </button>
      <button type="button" onClick={() => cancel.mutate({ id })}>
        Anular
      </button>
    </>
  )
}

test('a call that makes a thing goes by the id of the thing', async () => {
  const id = newId<'order'>()
  const receipt = {
    listing: 'XMAD:BVE',
    side: 'buy',
    shares: wholeShares(1n),
    limit: null,
    timeInForce: 'day',
  } as const
  wire.house.answer(placeOrder, {
    id,
    ...receipt,
    leverage: 1,
    kind: 'market',
    stop: null,
    trail: null,
    trailBps: null,
    profit: null,
    exit: false,
    lot: null,
    exits: null,
    exitOrder: null,
    ofBuy: null,
    placedAt: 1,
    marketAt: 1,
    endsAt: null,
    held: [],
  })
  enter()
  const page = show(<Placing id={id} />)
  await page.user.click(page.getByRole('button', { name: 'Comprar' }))
  await expect.poll(() => wire.house.asked(placeOrder).map(({ key }) => key)).toEqual([id])
})

function Desk({ id }: { id: OrderId }) {
  const letGo = useWrite(letGoReview)
  return (
    <button type="button" onClick={() => letGo.mutate({ id })}>
      Soltar
    </button>
  )
}

function Counts() {
  const { data } = useRead(countQueues, {})
  return <p role="note">{data ? `${data.rows.length} colas` : 'Cargando'}</p>
}

test('after a seat has done something, what it goes to next is asked again and not drawn from before', async () => {
  const counts: ReplyOf<typeof countQueues> = { rows: [], limit: 0n, onePerson: false }
  wire.house.answer(countQueues, counts)
  wire.house.answer(letGoReview, ({ input }) => ({ id: input.id, held: false }))
  enter()
  const before = show(<Counts />)
  await before.findByText('0 colas')
  before.leave()
  const page = show(<Desk id={newId()} />)
  await page.user.click(page.getByRole('button', { name: 'Soltar' }))
  await expect.poll(() => wire.house.asked(letGoReview)).toHaveLength(1)
  expect(wire.house.asked(countQueues)).toHaveLength(1)
  page.leave()
  show(<Counts />)
  await expect.poll(() => wire.house.asked(countQueues)).toHaveLength(2)
})
