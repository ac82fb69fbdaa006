import * as z from 'zod/mini'
import type { ReplyOf } from '@lonja/core/base/contract'
import { OWN_EXAMPLES } from '@lonja/core/strategies/own.examples'
import {
  checkOwnStrategy,
  listOwnStrategies,
  readOwnStrategy,
  readSharedStrategy,
} from '@lonja/core/strategies/own.contract'
import type { OwnDiagnostic } from '@lonja/core/strategies/strategies.contract'
import { newId } from './client.ts'
import { opened, type Alteration, type PictureScreen } from './pictures.entry.ts'

/* Own strategies: the list, the editor with each of its tabs and what its text comes to, and a text that a link shows. */

type Check = ReplyOf<typeof checkOwnStrategy>
type Own = ReplyOf<typeof readOwnStrategy>

const AT = Date.UTC(2026, 10, 23, 9)
const DAY = 24 * 3_600_000
const OWN = newId()
const TEXT = OWN_EXAMPLES.below_mean
const LINK = 'AbCdEfGhIjKlMnOpQrStUv'

const row = (name: string, n: number, shared: number | null = null) => ({
  id: n === 0 ? OWN : newId(),
  name,
  version: 7 - n,
  at: AT - n * DAY,
  bytes: TEXT.length + 640 * n,
  shared,
})
const LIMITS = {
  bytes: 32_768,
  strategies: 20,
  versions: 200,
  stepsPerEvent: 1_000_000,
  msPerEvent: 5_000,
  megabytes: 16,
  stateBytes: 16_384,
  ordersPerMinute: 10,
  history: 200,
  spans: [1, 5, 15, 30, 60],
  backtestsOpen: 3,
  runsOpen: 3,
}
const list: Alteration = {
  path: listOwnStrategies.path,
  instead: z.encode(listOwnStrategies.reply, {
    rows: [
      row('Media de veinte minutos', 0, 6),
      row('Rotura de la primera media hora, con salida antes del cierre', 1),
      row('Rejilla ancha', 2),
    ],
    limits: LIMITS,
  }),
}
const whole = (more: Partial<Own> = {}): Alteration => ({
  path: readOwnStrategy.path,
  instead: z.encode(readOwnStrategy.reply, {
    ...row('Media de veinte minutos', 0),
    read: 7,
    text: TEXT,
    link: null,
    versions: Array.from({ length: 7 }, (_version, n) => ({
      version: 7 - n,
      at: AT - n * DAY,
      bytes: TEXT.length - 12 * n,
    })),
    ...more,
  }),
})
const shared = whole({ shared: 6, link: LINK })

const checked = (of: Partial<Check>): Alteration => ({
  path: checkOwnStrategy.path,
  instead: z.encode(checkOwnStrategy.reply, { diagnostics: [], settings: null, trial: null, ...of }),
})
const fault: OwnDiagnostic = {
  code: 'unknown_name',
  line: 12,
  column: 5,
  message: 'act.sel is not a function',
  name: 'sel',
  near: 'sell',
}
const events = (['buy', 'note', 'sell', 'buy', 'sell'] as const).map((kind, n) => ({
  at: AT + n * 1_500_000,
  on: 'bar' as const,
  kind,
  shares: kind === 'note' ? null : 570,
  limit: kind === 'buy' && n > 0 ? 174_600 : null,
  note: kind === 'note' ? 'below the mean by 0.8 %' : null,
  line: 10 + n,
}))
const trial = { bars: 390, quotes: 4_112, orders: 4, events, stop: null, steps: 1_204, stateBytes: 88 }

const full = { who: 'person', states: ['full'] } as const
const LIST = '/subPackages/strategies/own'
const EDITOR = `/subPackages/strategies/text?id=${OWN}&listing=XMAD:LGM`
const RUN = '[data-dock] [data-look=filled]'
const editor = (name: string, alters: readonly Alteration[], ...press: NonNullable<PictureScreen['press']>) => ({
  ...opened(name, EDITOR, ...press),
  alters: [list, ...alters],
})

/** The screens of own strategies. */
export const OWN_SCREENS: readonly PictureScreen[] = [
  { name: 'own', path: LIST, who: 'person', states: ['empty', 'loading', 'failed'] },
  { name: 'own-records', path: LIST, ...full, alters: list },
  { name: 'own-editor', path: EDITOR, who: 'person', states: ['loading', 'failed'] },
  editor('own-code', [whole()]),
  editor('own-fault', [whole(), checked({ diagnostics: [fault] })], RUN),
  editor('own-tried', [whole(), checked({ trial })], RUN),
  editor(
    'own-stopped',
    [whole(), checked({ trial: { ...trial, stop: { ...fault, code: 'too_slow', name: null, near: null, at: AT } } })],
    RUN,
  ),
  editor('own-data', [whole()], ['own', 'tab_data']),
  editor('own-examples', [whole()], ['own', 'tab_examples']),
  editor('own-versions', [shared], ['own', 'tab_versions']),
  {
    name: 'own-shared',
    path: `/subPackages/strategies/shared?link=${LINK}`,
    who: 'person',
    states: ['loading', 'failed'],
  },
  {
    name: 'own-shared-text',
    path: `/subPackages/strategies/shared?link=${LINK}`,
    ...full,
    alters: {
      path: readSharedStrategy.path,
      instead: z.encode(readSharedStrategy.reply, { name: 'Media de veinte minutos', version: 6, at: AT, text: TEXT }),
    },
  },
  { name: 'own-shared-unknown', path: `/subPackages/strategies/shared?link=${LINK}`, ...full },
]
