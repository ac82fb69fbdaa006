import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { aCustomer, aFill, aLot, anOrder, aSeat } from './ids.testing.ts'
import { CustomerId, type SeatId, OrderId, type FillId, type LotId, lotOf } from './ids.ts'

const lock = (customer: CustomerId): string => customer
const sit = (seat: SeatId): string => seat
const cancel = (order: OrderId): string => order
const show = (fill: FillId): string => fill
const close = (lot: LotId): string => lot

// The compiler is the test: each line below stops compiling where one id is taken for another.
test('an id of one thing is not taken for the id of another', () => {
  // @ts-expect-error -- a seat's id for a customer's
  lock(aSeat('a'))
  // @ts-expect-error -- a customer's id for a seat's
  sit(aCustomer('a'))
  // @ts-expect-error -- an order's id for a customer's
  lock(anOrder('a'))
  // @ts-expect-error -- a lot's id for an order's
  cancel(aLot('a'))
  // @ts-expect-error -- an order's id for a lot's
  close(anOrder('a'))
  // @ts-expect-error -- a fill's id for a lot's, which `lotOf` says
  close(aFill('a'))
  // @ts-expect-error -- a lot's id for a fill's
  show(aLot('a'))
  // @ts-expect-error -- any text for a customer's id
  lock('a')
  expect(close(lotOf(aFill('a')))).toBe('a')
})

test('a contract decodes an id as its kind, and an id is a plain text', () => {
  const id = '01890000-0000-7000-8000-00000000000a'
  const customer = z.decode(CustomerId, id)
  expect(lock(customer)).toBe(id)
  expect(z.encode(CustomerId, customer)).toBe(id)
  expect(z.safeParse(OrderId, 'a').success).toBe(false)
  // @ts-expect-error -- the customer of an input for the order of another
  cancel(customer)
})
