import type { RestrictionLevel } from '../base/contract.ts'

/** The reasons for restricting an account: a closed list, shown to the customer in words. */
export const RESTRICTION_REASONS = [
  'checking_identity',
  'reported_stolen',
  'unusual_activity',
  'court_order',
  'asked_by_customer',
] as const

/** True from the level on at which withdrawals are neither approved nor sent; null is no restriction. */
export const stopsMoney = (level: RestrictionLevel | null): boolean => level !== null && level >= 2
