import type { ComponentType } from 'react'
import { ROLES, type Role } from '@lonja/core/base/contract'
import { blockOfferReview, blockReview, blockWithdrawalReview } from '@lonja/core/blocks/blocks.review'
import { depositReview } from '@lonja/core/deposits/deposits.review'
import { offerReview } from '@lonja/core/ipo/ipo.review'
import { kycReview } from '@lonja/core/kyc/kyc.review'
import { loanRepaymentReview, loanReview } from '@lonja/core/loans/loans.review'
import { publicationReview } from '@lonja/core/news/news.review'
import { RESTRICTING_ROLES, restrictionReview } from '@lonja/core/restrictions/restrictions.review'
import { resetReview } from '@lonja/core/resets/resets.review'
import { reversalReview } from '@lonja/core/reversals/reversals.review'
import type { ReviewKind } from '@lonja/core/review/review.kind'
import { readersOf } from '@lonja/core/review/review.rules'
import { withdrawalReview } from '@lonja/core/withdrawals/withdrawals.review'
import { HOME, type KindOf } from '@lonja/kit/nav.rules'
import type { Icon } from '@lonja/kit/parts/icons'
import {
  BookOpenIcon,
  ChatCircleIcon,
  HeartbeatIcon,
  IdentificationCardIcon,
  LinkSimpleIcon,
  MegaphoneSimpleIcon,
  UsersIcon,
  UsersThreeIcon,
} from '@lonja/kit/parts/desk-icons'
import {
  ArrowDownLeftIcon,
  ArrowUUpLeftIcon,
  ArrowUpRightIcon,
  BankIcon,
  BuildingsIcon,
  FileTextIcon,
  HourglassMediumIcon,
  KeyIcon,
  LockSimpleIcon,
} from '@lonja/kit/parts/late-icons'
import { CalendarDotsIcon, NewspaperIcon } from '@lonja/kit/parts/page-icons'
import { HandCoinsIcon, ScalesIcon, StackIcon, TicketIcon } from '@lonja/kit/parts/product-icons'
import type { TextKey } from '@lonja/kit/text'
import type { QueuePlace } from './review/places.ts'

/*
 * The whole map of the console: every path behind the hash, its screen, and the roles it is made for. A seat without
 * any of them does not see the page. The contracts are loaded with the page that needs them.
 */

export const GROUPS = ['queues', 'look', 'house'] as const
export type Group = (typeof GROUPS)[number]

export interface Page {
  readonly group: Group
  readonly label: TextKey<'console'>
  readonly icon: Icon
  /** The roles that may make the page's call; omitted for every seat. A test compares them with the contract. */
  readonly roles?: readonly Role[]
  /** The kind of review whose queue the page shows; the number waiting is drawn beside its name. */
  readonly queue?: string
  /** Another number waiting, drawn beside the page's name. */
  readonly count?: 'support'
  readonly screen: () => Promise<{ default: ComponentType }>
}

/** The page of a kind of review: its own roles see it, and auditors. */
const queueOf = (kind: ReviewKind) => ({ group: 'queues', roles: readersOf(kind), queue: kind.name }) as const

export const PAGES: Readonly<Record<string, Page>> = {
  '/today': {
    group: 'queues',
    label: 'today',
    icon: HourglassMediumIcon,
    screen: async () => ({ default: (await import('./today/Today.tsx')).Today }),
  },
  '/deposits': {
    ...queueOf(depositReview),
    label: 'deposits',
    icon: ArrowDownLeftIcon,
    screen: async () => ({ default: (await import('./deposits/Deposits.tsx')).Deposits }),
  },
  '/withdrawals': {
    ...queueOf(withdrawalReview),
    label: 'withdrawals',
    icon: ArrowUpRightIcon,
    screen: async () => ({ default: (await import('./withdrawals/Withdrawals.tsx')).Withdrawals }),
  },
  '/identities': {
    ...queueOf(kycReview),
    label: 'identities',
    icon: IdentificationCardIcon,
    screen: async () => ({ default: (await import('./kyc/Identities.tsx')).Identities }),
  },
  '/restrictions': {
    ...queueOf(restrictionReview),
    label: 'restrictions',
    icon: LockSimpleIcon,
    screen: async () => ({ default: (await import('./restrictions/Restrictions.tsx')).Restrictions }),
  },
  '/resets': {
    ...queueOf(resetReview),
    label: 'resets',
    icon: KeyIcon,
    screen: async () => ({ default: (await import('./resets/Resets.tsx')).Resets }),
  },
  '/reversals': {
    ...queueOf(reversalReview),
    label: 'reversals',
    icon: ArrowUUpLeftIcon,
    screen: async () => ({ default: (await import('./reversals/Reversals.tsx')).Reversals }),
  },
  '/publications': {
    ...queueOf(publicationReview),
    label: 'publications',
    icon: MegaphoneSimpleIcon,
    screen: async () => ({ default: (await import('./news/Publications.tsx')).Publications }),
  },
  '/offer-decisions': {
    ...queueOf(offerReview),
    label: 'offerDecisions',
    icon: FileTextIcon,
    screen: async () => ({ default: (await import('./ipo/OfferDecisions.tsx')).OfferDecisions }),
  },
  '/blocks': {
    ...queueOf(blockReview),
    label: 'blocks',
    icon: StackIcon,
    screen: async () => ({ default: (await import('./blocks/Blocks.tsx')).Blocks }),
  },
  '/block-offers': {
    ...queueOf(blockOfferReview),
    label: 'blockOffers',
    icon: StackIcon,
    screen: async () => ({ default: (await import('./blocks/BlockOffers.tsx')).BlockOffers }),
  },
  '/block-withdrawals': {
    ...queueOf(blockWithdrawalReview),
    label: 'blockWithdrawals',
    icon: ArrowUUpLeftIcon,
    screen: async () => ({ default: (await import('./blocks/BlockWithdrawals.tsx')).BlockWithdrawals }),
  },
  '/loans': {
    ...queueOf(loanReview),
    label: 'loans',
    icon: HandCoinsIcon,
    screen: async () => ({ default: (await import('./loans/Loans.tsx')).Loans }),
  },
  '/loan-repayments': {
    ...queueOf(loanRepaymentReview),
    label: 'loanRepayments',
    icon: BankIcon,
    screen: async () => ({ default: (await import('./loans/LoanRepayments.tsx')).LoanRepayments }),
  },
  '/customers': {
    group: 'look',
    label: 'customers',
    icon: UsersIcon,
    // Every seat can find customers; the server decides the parts that it reads.
    screen: async () => ({ default: (await import('./customers/Customers.tsx')).Customers }),
  },
  '/restricted': {
    group: 'look',
    label: 'restricted',
    icon: LockSimpleIcon,
    roles: [...RESTRICTING_ROLES, 'auditor'],
    screen: async () => ({ default: (await import('./restrictions/Restricted.tsx')).Restricted }),
  },
  '/debts': {
    group: 'look',
    label: 'debts',
    icon: ArrowUUpLeftIcon,
    roles: readersOf(reversalReview),
    screen: async () => ({ default: (await import('./reversals/Debts.tsx')).Debts }),
  },
  '/risk': {
    group: 'look',
    label: 'risk',
    icon: ScalesIcon,
    roles: ['treasurer', 'admin', 'auditor'],
    screen: async () => ({ default: (await import('./risk/Risk.tsx')).Risk }),
  },
  '/ledger': {
    group: 'look',
    label: 'ledger',
    icon: BookOpenIcon,
    roles: ['treasurer', 'operations', 'admin', 'auditor'],
    screen: async () => ({ default: (await import('./customers/Books.tsx')).Books }),
  },
  '/offer-calendar': {
    group: 'look',
    label: 'offerCalendar',
    icon: CalendarDotsIcon,
    roles: readersOf(offerReview),
    screen: async () => ({ default: (await import('./ipo/OfferCalendar.tsx')).OfferCalendar }),
  },
  '/conversations': {
    group: 'look',
    label: 'conversations',
    icon: ChatCircleIcon,
    roles: ['support', 'auditor'],
    count: 'support',
    screen: async () => ({ default: (await import('./support/Conversations.tsx')).Conversations }),
  },
  '/messages': {
    group: 'house',
    label: 'messages',
    icon: MegaphoneSimpleIcon,
    roles: ['support', 'operations', 'admin', 'auditor'],
    screen: async () => ({ default: (await import('./notices/Messages.tsx')).Messages }),
  },
  '/news': {
    group: 'house',
    label: 'news',
    icon: NewspaperIcon,
    roles: ['operations', 'admin', 'auditor'],
    screen: async () => ({ default: (await import('./news/Articles.tsx')).Articles }),
  },
  '/offers': {
    group: 'house',
    label: 'offers',
    icon: BuildingsIcon,
    roles: readersOf(offerReview),
    screen: async () => ({ default: (await import('./ipo/HouseOffers.tsx')).HouseOffers }),
  },
  '/invitations': {
    group: 'house',
    label: 'invitations',
    icon: TicketIcon,
    roles: ['operations', 'admin'],
    screen: async () => ({ default: (await import('./accounts/Invitations.tsx')).Invitations }),
  },
  '/seats': {
    group: 'house',
    label: 'seats',
    icon: UsersThreeIcon,
    roles: ['admin', 'auditor'],
    screen: async () => ({ default: (await import('./staff/Seats.tsx')).Seats }),
  },
  '/audit': {
    group: 'house',
    label: 'audit',
    icon: LinkSimpleIcon,
    roles: ['admin', 'operations', 'auditor'],
    screen: async () => ({ default: (await import('./audit/AuditLog.tsx')).AuditLog }),
  },
  '/health': {
    group: 'house',
    label: 'health',
    icon: HeartbeatIcon,
    screen: async () => ({ default: (await import('./proof/Health.tsx')).Health }),
  },
  '/seat': {
    group: 'house',
    label: 'seat',
    icon: KeyIcon,
    screen: async () => ({ default: (await import('./staff/OwnSeat.tsx')).OwnSeat }),
  },
}

/** The queues among the pages. */
export const QUEUES: readonly QueuePlace[] = Object.entries(PAGES).flatMap(([path, { queue, label, roles = ROLES }]) =>
  queue === undefined ? [] : [{ kind: queue, path, label, roles }],
)

const CLAIM = '/claim/'

/** The secret of a one-time link at `/claim/…`; null for every other path. */
export const linkIn = (path: string): string | null => (path.startsWith(CLAIM) ? path.slice(CLAIM.length) : null)

export const kindOf: KindOf = (path) => (path === HOME || path in PAGES || linkIn(path) !== null ? 'page' : null)
