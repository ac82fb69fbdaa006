import type { readProfile } from '@lonja/core/accounts/accounts.contract'
import type { ReplyOf } from '@lonja/core/base/contract'
import { newId } from '@lonja/kit/ids'

/** The profile of a customer whose account neither waits nor is restricted. */
export const profile = (more: Partial<ReplyOf<typeof readProfile>> = {}): ReplyOf<typeof readProfile> => ({
  userId: newId<'customer'>(),
  displayName: null,
  phone: '••••••001',
  language: 'tur',
  displayCurrency: 'EUR',
  textSize: 100,
  kyc: 'passed',
  hasTradingPassword: true,
  notices: { orders: true, signIns: true },
  joinedAt: Date.UTC(2026, 0, 1),
  restriction: null,
  accessWaitsUntil: null,
  version: '1.0.0',
  ...more,
})
