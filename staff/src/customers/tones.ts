import type { KycState } from '@lonja/core/kyc/kyc.contract'
import type { StatusTone } from '@lonja/kit/parts/Chip'

/** The colour of each state of an identity check. */
export const KYC_TONES: Readonly<Record<KycState, StatusTone>> = {
  none: 'grey',
  submitted: 'warn',
  in_review: 'warn',
  passed: 'gain',
  refused: 'loss',
}

const REQUEST_TONES: Readonly<Record<string, StatusTone>> = {
  pending: 'warn',
  in_review: 'warn',
  approved: 'gain',
  sent: 'gain',
  refused: 'loss',
}

/** The colour of each state of a request. */
export const requestTone = (state: string): StatusTone => REQUEST_TONES[state] ?? 'grey'
