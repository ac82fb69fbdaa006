import type { EntryKind, EntryPart, EntryRecords, CauseKind } from '@lonja/core/ledger/ledger.contract'
import type { NameIn } from '@lonja/core/base/lists'
import { ENTRIES, ENTRY_KINDS, HOLDING_GROUPS, HOLDS } from '@lonja/core/lists'
import type { Say, TextKey } from '@lonja/kit/text'
import type { Icon } from '@lonja/kit/parts/icons'
import {
  ArrowDownLeftIcon,
  ArrowUUpLeftIcon,
  ArrowUpRightIcon,
  LockSimpleIcon,
  ReceiptIcon,
} from '@lonja/kit/parts/late-icons'
import { ArrowsLeftRightIcon, CoinsIcon } from '@lonja/kit/parts/page-icons'

const ICONS: Readonly<Record<EntryPart['look'], Icon>> = {
  in: ArrowDownLeftIcon,
  out: ArrowUpRightIcon,
  cost: ReceiptIcon,
  exchange: ArrowsLeftRightIcon,
  held: LockSimpleIcon,
  freed: ArrowUUpLeftIcon,
  coins: CoinsIcon,
}

/** The icon of an entry. A kind that came with a later release has the plainest one. */
export const entryIcon = (kind: EntryKind): Icon => ICONS[ENTRIES[kind]?.look ?? 'coins']

type FilterKind = keyof { [Kind in EntryKind as `filter_${Kind}` extends TextKey<'portfolio'> ? Kind : never]: Kind }

/** The kinds that entries can be filtered by, among a group of them or (null) among all. */
export const kindsIn = (records: EntryRecords | null): readonly FilterKind[] =>
  ENTRY_KINDS.filter((kind): kind is FilterKind => {
    const groups = ENTRIES[kind]?.groups
    const own = groups === 'holding' ? HOLDING_GROUPS : groups
    return own !== undefined && (records === null || own.includes(records))
  })

const isHold = (cause: CauseKind | null): cause is CauseKind & NameIn<'holds'> =>
  cause !== null && HOLDS.some((each) => each === cause)

/** An entry's label; a hold names its purpose. */
export const entryText = (
  t: Say<'portfolio'>,
  { kind, causeKind }: { kind: EntryKind; causeKind: CauseKind | null },
): string => (kind === 'hold' && isHold(causeKind) ? t(`hold_${causeKind}`) : t(`entry_${kind}`))
