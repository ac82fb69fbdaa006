import type { Alteration } from './pictures.entry.ts'

/*
 * States of a house that no customer and no seat can bring about: clocks that disagree, books that do not agree, a day that is
 * not signed. Its answer is changed on the way, in the form of the wire.
 */

interface Report {
  readonly now: number
  readonly disk: { readonly total: number }
  readonly clock: object
  readonly lines: readonly { readonly line: string; readonly state: string }[]
}

const HOUR_MS = 3_600_000
const NOT_WELL: Readonly<Record<string, string>> = {
  disk: 'look',
  clock: 'ill',
  lane: 'look',
  servers: 'ill',
  signing: 'ill',
  verified: 'ill',
}

/** The report of a house on itself where nearly everything is wrong. */
export const ILL: Alteration = {
  path: '/staff/health',
  change: (data) => {
    const report = data as Report
    const { now } = report
    const lines = report.lines.map(({ line, state }) => ({ line, state: NOT_WELL[line] ?? state }))
    const row = { customer: null, number: 48_210, causeKind: 'order', cause: null, differs: '0.01 EUR' }
    return {
      ...report,
      disk: { ...report.disk, free: Math.floor(report.disk.total / 20) },
      clock: {
        pausedSince: now - HOUR_MS,
        differenceMs: 42 * 60_000,
        hold: { since: now - HOUR_MS, cause: 'clock_jumped', leftMs: 23 * HOUR_MS },
        publicThrough: '2026-11-22',
      },
      lane: { waiting: 212, oldestMs: 2_400 },
      servers: [{ name: 'uno, process 7', renewedAt: now - 9_000, isStopped: false }],
      signing: {
        chains: 9,
        round: { n: 41, at: now - 5 * HOUR_MS, hash: '9f3a21c04e' },
        inFile: false,
        unsigned: 1_204,
      },
      verified: {
        at: now - 60_000,
        tookMs: 2_100,
        laws: 42,
        breaches: 1,
        broken: [{ law: 'entries_sum_to_zero', cases: 1, rows: [row] }],
        auditRows: 9_311,
        auditFaults: 1,
      },
      lines,
    }
  },
}

/** Trading that stands since a moment, because the clocks of the server disagree. */
export const STOPPED: Alteration = {
  path: '/about',
  change: (data) => {
    const about = data as { readonly source: { readonly now: number } }
    return { ...about, source: { ...about.source, stoppedSince: about.source.now - 4 * 60_000 } }
  },
}

/** A house with a day whose seed became public too early, and fees that change. */
export const PUBLIC: Alteration = {
  path: '/about',
  change: (data) => {
    const about = data as { readonly source: object }
    return { ...about, source: { ...about.source, publicThrough: '2026-11-25' } }
  },
}

const CLOSED = {
  customer: '01937a00-0000-7000-8000-000000204118',
  number: 'L-204118',
  minute: 1_795_440_000_000,
  at: 1_795_440_001_000,
  currency: 'EUR',
  equity: '9000.00',
  used: '20020.00',
  usedOpen: '20020.00',
  financed: '80080.00',
  level: '4495',
}
const closedAs = (n: number, more: object) => ({ ...CLOSED, id: `01937a00-0000-7000-8000-00000000000${n}`, ...more })

/** Close-outs of a day on which prices fell far, and the first of them with its evidence. Prices of a house fall by themselves. */
export const CLOSE_OUTS: readonly Alteration[] = [
  {
    path: '/staff/risk/closeout?',
    instead: {
      ...closedAs(1, {}),
      rate: '1.104200',
      quotes: [
        { listing: 'XMAD:BVE', name: 'Bahía Verde Energía', at: CLOSED.minute - 4_000, last: '8.3000' },
        { listing: 'XNYS:TRQ', name: 'Torque Rail', at: null, last: null },
      ],
      lots: [
        {
          lot: '01937a00-0000-7000-8000-0000000000a1',
          number: 'T-0000A1',
          listing: 'XMAD:BVE',
          name: 'Bahía Verde Energía',
          shares: '8000',
          closing: '0',
          financed: '64080.00',
          order: {
            id: '01937a00-0000-7000-8000-0000000000b1',
            shares: '1200',
            filled: '1000',
            fills: [
              { at: CLOSED.minute + 2_000, shares: '700', price: '8.2900' },
              { at: CLOSED.minute + 5_000, shares: '300', price: '8.2800' },
            ],
          },
        },
        {
          lot: '01937a00-0000-7000-8000-0000000000a2',
          number: 'T-0000A2',
          listing: 'XNYS:TRQ',
          name: 'Torque Rail',
          shares: '40',
          closing: '10',
          financed: '16000.00',
          order: null,
        },
      ],
    },
  },
  {
    path: '/staff/risk/closeouts',
    instead: {
      rows: [
        closedAs(1, {}),
        closedAs(2, { number: 'L-4F09C2', minute: CLOSED.minute - 60_000, equity: '-1204.55', level: '-602' }),
        closedAs(3, { number: 'L-0C91AA', minute: CLOSED.minute - 120_000, currency: 'USD', equity: '310.00' }),
      ],
      cursor: null,
    },
  },
]

const ROW = {
  line: 2,
  what: 'announce',
  currency: 'USD',
  ratio: null,
  amount: null,
  successor: null,
  withdrawnAt: null,
}
const FILE_AT = Date.UTC(2026, 10, 16, 9, 30)
const NEXT_AT = FILE_AT + 26 * HOUR_MS

/** Files of corporate actions of a live feed: the houses of pictures have a market of their own. */
export const ACTION_FILES: Alteration = {
  path: '/corporate/files',
  instead: {
    rows: [
      {
        id: '01937a00-0000-7000-8000-0000000000f2',
        announcedAt: NEXT_AT,
        roles: ['operations', 'admin'],
        source: 'https://www.example.org/investors/dividends-and-splits?year=2026',
        sha256: '7d1a54127b222502f5b79b5fb0803061152a44f92b37e23c6527baf665d4da9a',
        rows: [
          {
            ...ROW,
            what: 'withdraw',
            kind: 'dividend',
            listing: 'XNYS:LMR',
            exDay: '2026-12-04',
            recordAt: NEXT_AT,
            amount: '0.2500',
          },
          {
            ...ROW,
            line: 3,
            kind: 'dividend',
            listing: 'XNYS:LMR',
            exDay: '2026-12-04',
            recordAt: NEXT_AT,
            amount: '0.2700',
          },
        ],
      },
      {
        id: '01937a00-0000-7000-8000-0000000000f1',
        announcedAt: FILE_AT,
        roles: ['operations', 'operations'],
        source: 'https://www.example.org/notices',
        sha256: '3fdba35f04dc8c462986c992bcf875546257113072a909c162f7e470e581e278',
        rows: [
          {
            ...ROW,
            kind: 'split',
            listing: 'XNAS:KLD',
            exDay: '2026-12-01',
            recordAt: NEXT_AT,
            ratio: { from: '1', to: '4' },
          },
          {
            ...ROW,
            line: 3,
            kind: 'dividend',
            listing: 'XNYS:LMR',
            exDay: '2026-12-04',
            recordAt: NEXT_AT,
            amount: '0.2500',
            withdrawnAt: NEXT_AT,
          },
          {
            ...ROW,
            line: 4,
            kind: 'symbol',
            listing: 'XNYS:TRQ',
            exDay: '2026-12-07',
            recordAt: NEXT_AT,
            successor: 'XNYS:TQR',
          },
        ],
      },
    ],
    cursor: null,
  },
}

/** Running options by the minute of their expiry: a busy quarter of an hour, and the end of the day. */
export const EXPIRIES: Alteration = {
  path: '/staff/risk/expiries',
  instead: {
    at: CLOSED.minute,
    rows: [
      ...Array.from({ length: 15 }, (_row, n) => ({
        minute: CLOSED.minute + (n + 1) * 60_000,
        count: 1 + n * 37,
        listings: 1 + n * 3,
        staked: `${1_250 + n * 18_417}.50`,
        lossMost: n % 4 === 0 ? '0.00' : `${980 + n * 15_003}.25`,
      })),
      {
        minute: CLOSED.minute + 9 * 3_600_000,
        count: 2_314,
        listings: 287,
        staked: '231400.00',
        lossMost: '198220.40',
      },
    ],
  },
}
