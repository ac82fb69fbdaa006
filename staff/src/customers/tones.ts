import type { KycState } from '@lonja/core/kyc/kyc.contract'
import type { StatusTone } from '@lonja/kit/parts/Chip'

/** How far an identity is, in colour too. */
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

/** How far a request is, in colour too. */
export const requestTone = (state: string): StatusTone => REQUEST_TONES[state] ?? 'grey'
