// @vitest-environment jsdom
import { readProfile } from '@lonja/core/accounts/accounts.contract'
import { expect, test } from 'vitest'
import { eur } from '@lonja/core/base/amount'
import { cancelWithdrawal, readWithdrawal, readWithdrawalTerms } from '@lonja/core/withdrawals/withdrawals.contract'
import { newId } from '@lonja/kit/ids'
import { enter, inside } from '@lonja/kit/screens.testing'
import { openPage, withApp } from '../screens.testing.tsx'
import { profile } from '../accounts/profile.testing.ts'
import type { Whole } from './withdrawal.ts'

const wire = withApp()

const NOW = Date.now()
const WITHDRAWAL: Whole = {
  id: newId(),
  number: 'R-3309',
  amount: eur(640_00n),
  coins: null,
  payee: newId(),
  place: {
    kind: 'card',
    wallet: null,
    card: { iban: 'ES•• •••• 1332', accountName: 'Marta Ibáñez', bankName: 'Banco Ribera', bankAddress: '' },
    ending: '1332',
  },
  state: 'pending',
  at: NOW,
  dueAt: NOW,
  decidedAt: null,
  sentAt: null,
  reason: null,
  cancellable: true,
  people: { approve: 1, refuse: 2 },
  onePerson: false,
  steps: [{ step: 'requested', at: NOW, seat: null, person: null, reason: null, posting: null }],
}

// The card gives its last child a margin: inside it the question stood at the top of the window.
test('the question before it is cancelled stands beside the card, not in it', async () => {
  wire.house.answer(readProfile, profile())
  wire.house.answer(readWithdrawalTerms, { terms: null, records: { rows: [], cursor: null } })
  wire.house.answer(readWithdrawal, WITHDRAWAL)
  wire.house.answer(cancelWithdrawal, { id: WITHDRAWAL.id, cancelledAt: NOW })
  enter()
  const page = await openPage(`/subPackages/withdraw/record?id=${WITHDRAWAL.id}`)
  await page.user.click(await page.findByRole('button', { name: 'Anular retirada' }))
  const question = page.getByRole('dialog', { name: '¿Anular esta retirada?' })
  expect(question.closest('article')).toBeNull()
  expect(inside(question).getByText('640,00 €')).toBeTruthy()
  await page.user.click(inside(question).getByRole('button', { name: 'Anular retirada' }))
  await expect.poll(() => wire.house.asked(cancelWithdrawal).map(({ input }) => input.id)).toEqual([WITHDRAWAL.id])
})
