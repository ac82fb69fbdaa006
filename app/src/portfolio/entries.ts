import type { CauseKind, EntryKind, EntryRecords } from '@lonja/core/ledger/ledger.contract'
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

/** The label and icon of each kind of entry. */
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

interface Filter {
  readonly kind: EntryKind
  readonly text: TextKey<'portfolio'>
  /** The records that contain such entries. */
  readonly records: readonly EntryRecords[]
}

/** The kinds that can be filtered by, with their chips' labels. */
export const ENTRY_FILTERS: readonly Filter[] = [
  { kind: 'buy', text: 'kindBuy', records: ['trades'] },
  { kind: 'sell', text: 'kindSell', records: ['trades'] },
  { kind: 'deposit', text: 'filterDeposits', records: ['deposits'] },
  { kind: 'withdrawal', text: 'filterWithdrawals', records: ['withdrawals'] },
  { kind: 'fee', text: 'filterFees', records: ['trades'] },
  { kind: 'conversion', text: 'filterConversions', records: ['trades'] },
  { kind: 'hold', text: 'filterHolds', records: ['trades', 'withdrawals'] },
  { kind: 'release', text: 'filterReleases', records: ['trades', 'withdrawals'] },
  { kind: 'grant', text: 'filterGrants', records: [] },
  { kind: 'handed_back', text: 'filterHandedBack', records: [] },
]

/** An entry's label; a hold names its purpose. */
export const entryText = ({
  kind,
  causeKind,
}: {
  kind: EntryKind
  causeKind: CauseKind | null
}): TextKey<'portfolio'> =>
  kind === 'hold' && causeKind === 'withdrawal' ? 'kindHoldWithdrawal' : ENTRY_LOOKS[kind].text

/** The label of each account of a posting. */
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
