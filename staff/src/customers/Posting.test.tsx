// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { eur } from '@lonja/core/base/amount'
import type { Role } from '@lonja/core/base/contract'
import { openCustomerPosting } from '@lonja/core/customers/entries.staff.contract'
import { readSeat } from '@lonja/core/staff/staff.contract'
import { newId } from '@lonja/kit/ids'
import { enter, show } from '@lonja/kit/screens.testing'
import { QueuePlaces } from '../review/places.ts'
import { QUEUES } from '../routes.ts'
import { withConsole } from '../screens.testing.tsx'
import { useSeat } from '../staff/seat.ts'
import { Posting } from './Posting.tsx'

const wire = withConsole()

/** Shows that the seat is known, on which the link depends. */
const SeatName = () => <p>{useSeat().data?.name}</p>

// prettier-ignore
test.each<[string, 'withdrawal' | 'deposit' | 'order', Role, string | null]>([
  ['a withdrawal has its review',        'withdrawal', 'treasurer', '#/withdrawals'],
  ['a deposit has its own',              'deposit',    'treasurer', '#/deposits'],
  ['a seat that cannot open it has none', 'deposit',   'support',   null],
  ['an order has no review',             'order',      'treasurer', null],
])('%s', async (_line, causeKind, role, page) => {
  const [cause, causeReview] = [newId(), newId()]
  wire.house.answer(readSeat, { id: newId<'seat'>(), number: 3, name: 'Eva', roles: [role], hasCustomer: false, claimedAt: 0 })
  wire.house.answer(openCustomerPosting, {
    posting: 7,
    at: 0,
    cause,
    causeKind,
    causeNumber: 'R-7K2M-91QX',
    causeReview: causeKind === 'order' ? null : causeReview,
    lines: [{ account: 'free', kind: 'hold', change: eur(-1n), before: eur(1n), after: eur(0n), version: 1 }],
    sums: [eur(0n)],
    credits: [],
  })
  enter()
  const screen = show(
    <QueuePlaces value={QUEUES}>
      <SeatName />
      <Posting customer={newId()} posting={7} />
    </QueuePlaces>,
  )
  await screen.findByText('Eva')
  await screen.findByText(/R-7K2M-91QX/)
  const link = screen.queryByRole('link')
  expect(link?.getAttribute('href') ?? null).toBe(page && `${page}?id=${causeReview}`)
})
