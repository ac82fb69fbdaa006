import type { EntryKind } from '@lonja/core/ledger/ledger.contract'
import type { TextKey } from '@lonja/kit/text'
import type { Icon } from '@lonja/kit/parts/icons'
import {
  ArrowDownLeftIcon,
  ArrowUUpLeftIcon,
  ArrowUpRightIcon,
  ArrowsLeftRightIcon,
  CoinsIcon,
  LockSimpleIcon,
  ReceiptIcon,
} from '@lonja/kit/parts/page-icons'

/** How an entry of a kind is named and marked. */
export const ENTRY_LOOKS: Readonly<Record<EntryKind, { readonly text: TextKey<'portfolio'>; readonly icon: Icon }>> = {
  deposit: { text: 'kindDeposit', icon: ArrowDownLeftIcon },
  withdrawal: { text: 'kindWithdrawal', icon: ArrowUpRightIcon },
  buy: { text: 'kindBuy', icon: ArrowUpRightIcon },
  sell: { text: 'kindSell', icon: ArrowDownLeftIcon },
  fee: { text: 'kindFee', icon: ReceiptIcon },
  conversion: { text: 'kindConversion', icon: ArrowsLeftRightIcon },
  hold: { text: 'kindHold', icon: LockSimpleIcon },
  release: { text: 'kindRelease', icon: ArrowUUpLeftIcon },
  interest: { text: 'kindInterest', icon: CoinsIcon },
  dividend: { text: 'kindDividend', icon: CoinsIcon },
  loan: { text: 'kindLoan', icon: CoinsIcon },
  option: { text: 'kindOption', icon: CoinsIcon },
  grant: { text: 'kindGrant', icon: CoinsIcon },
  handed_back: { text: 'kindHandedBack', icon: ArrowUUpLeftIcon },
}

/** The kinds a person can filter by, with the words on their chips. */
export const ENTRY_FILTERS: readonly { readonly kind: EntryKind | null; readonly text: TextKey<'portfolio'> }[] = [
  { kind: null, text: 'filterAll' },
  { kind: 'buy', text: 'filterBuys' },
  { kind: 'sell', text: 'filterSells' },
  { kind: 'deposit', text: 'filterDeposits' },
  { kind: 'withdrawal', text: 'filterWithdrawals' },
  { kind: 'fee', text: 'filterFees' },
  { kind: 'conversion', text: 'filterConversions' },
  { kind: 'hold', text: 'filterHolds' },
  { kind: 'release', text: 'filterReleases' },
  { kind: 'grant', text: 'filterGrants' },
  { kind: 'handed_back', text: 'filterHandedBack' },
]

/** How an account of a posting is named. */
export const ACCOUNT_NAMES = {
  free: 'accountFree',
  held: 'accountHeld',
  market: 'accountMarket',
  fees: 'accountFees',
  conversion: 'accountConversion',
  markup: 'accountMarkup',
  grants: 'accountGrants',
  deposits: 'accountDeposits',
  withdrawals: 'accountWithdrawals',
} as const satisfies Record<string, TextKey<'portfolio'>>
