import type { ComponentType } from 'react'
import type { Call } from '@lonja/core/base/contract'
import { listInvitations } from '@lonja/core/accounts/invitations.staff.contract'
import { listAudit } from '@lonja/core/audit/audit.contract'
import { decideDeposit } from '@lonja/core/deposits/deposits.staff.contract'
import { decideKyc } from '@lonja/core/kyc/kyc.staff.contract'
import { listHouseEntries } from '@lonja/core/ledger/house.staff.contract'
import { listHouseArticles } from '@lonja/core/news/articles.staff.contract'
import { sendHouseMessage } from '@lonja/core/notices/messages.staff.contract'
import { listSeats } from '@lonja/core/staff/seats.staff.contract'
import { listThreads } from '@lonja/core/support/support.staff.contract'
import { readSeat } from '@lonja/core/staff/staff.contract'
import { decideWithdrawal } from '@lonja/core/withdrawals/withdrawals.staff.contract'
import type { ReviewKind } from '@lonja/core/review/review.contract'
import { HOME, type KindOf } from '@lonja/kit/nav.rules'
import type { Icon } from '@lonja/kit/parts/icons'
import {
  BookOpenIcon,
  ChatCircleIcon,
  HeartbeatIcon,
  IdentificationCardIcon,
  LinkSimpleIcon,
  MegaphoneSimpleIcon,
  TicketIcon,
  UsersIcon,
  UsersThreeIcon,
} from '@lonja/kit/parts/desk-icons'
import { ArrowDownLeftIcon, ArrowUpRightIcon, KeyIcon, NewspaperIcon } from '@lonja/kit/parts/page-icons'
import type { TextKey } from '@lonja/kit/text'

/*
 * The whole map of the console: every path behind the hash, its screen, and the call that its screen is made for. Whoever
 * holds no role of that call does not see the page.
 */

export const GROUPS = ['queues', 'look', 'house'] as const
export type Group = (typeof GROUPS)[number]

export interface Page {
  readonly group: Group
  readonly label: TextKey<'console'>
  readonly icon: Icon
  readonly call: Call
  /** How many wait there, drawn beside its name. */
  readonly count?: ReviewKind
  readonly screen: () => Promise<{ default: ComponentType }>
}

export const PAGES: Readonly<Record<string, Page>> = {
  '/deposits': {
    group: 'queues',
    label: 'deposits',
    icon: ArrowDownLeftIcon,
    call: decideDeposit,
    count: 'deposit',
    screen: async () => ({ default: (await import('./deposits/Deposits.tsx')).Deposits }),
  },
  '/withdrawals': {
    group: 'queues',
    label: 'withdrawals',
    icon: ArrowUpRightIcon,
    call: decideWithdrawal,
    count: 'withdrawal',
    screen: async () => ({ default: (await import('./withdrawals/Withdrawals.tsx')).Withdrawals }),
  },
  '/identities': {
    group: 'queues',
    label: 'identities',
    icon: IdentificationCardIcon,
    call: decideKyc,
    count: 'kyc',
    screen: async () => ({ default: (await import('./kyc/Identities.tsx')).Identities }),
  },
  '/customers': {
    group: 'look',
    label: 'customers',
    icon: UsersIcon,
    // Every seat finds customers; what it reads of one is for the server to say.
    call: readSeat,
    screen: async () => ({ default: (await import('./customers/Customers.tsx')).Customers }),
  },
  '/ledger': {
    group: 'look',
    label: 'ledger',
    icon: BookOpenIcon,
    call: listHouseEntries,
    screen: async () => ({ default: (await import('./ledger/HouseLedger.tsx')).HouseLedger }),
  },
  '/conversations': {
    group: 'look',
    label: 'conversations',
    icon: ChatCircleIcon,
    call: listThreads,
    screen: async () => ({ default: (await import('./support/Conversations.tsx')).Conversations }),
  },
  '/messages': {
    group: 'house',
    label: 'messages',
    icon: MegaphoneSimpleIcon,
    call: sendHouseMessage,
    screen: async () => ({ default: (await import('./notices/Messages.tsx')).Messages }),
  },
  '/news': {
    group: 'house',
    label: 'news',
    icon: NewspaperIcon,
    call: listHouseArticles,
    screen: async () => ({ default: (await import('./news/Articles.tsx')).Articles }),
  },
  '/invitations': {
    group: 'house',
    label: 'invitations',
    icon: TicketIcon,
    call: listInvitations,
    screen: async () => ({ default: (await import('./accounts/Invitations.tsx')).Invitations }),
  },
  '/seats': {
    group: 'house',
    label: 'seats',
    icon: UsersThreeIcon,
    call: listSeats,
    screen: async () => ({ default: (await import('./staff/Seats.tsx')).Seats }),
  },
  '/audit': {
    group: 'house',
    label: 'audit',
    icon: LinkSimpleIcon,
    call: listAudit,
    screen: async () => ({ default: (await import('./audit/AuditLog.tsx')).AuditLog }),
  },
  '/health': {
    group: 'house',
    label: 'health',
    icon: HeartbeatIcon,
    call: readSeat,
    screen: async () => ({ default: (await import('./proof/Health.tsx')).Health }),
  },
  '/seat': {
    group: 'house',
    label: 'seat',
    icon: KeyIcon,
    call: readSeat,
    screen: async () => ({ default: (await import('./staff/OwnSeat.tsx')).OwnSeat }),
  },
}

const CLAIM = '/claim/'

/** The secret of a one-time link, which leads to `/claim/…`; null for every other path. */
export const linkIn = (path: string): string | null => (path.startsWith(CLAIM) ? path.slice(CLAIM.length) : null)

export const kindOf: KindOf = (path) => (path === HOME || path in PAGES || linkIn(path) !== null ? 'page' : null)
