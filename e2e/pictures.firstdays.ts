import * as z from 'zod/mini'
import { listFirstDays } from '@lonja/core/ipo/firstdays.contract'
import { newId } from './client.ts'
import type { Alteration } from './pictures.entry.ts'

const BPS = [802, -618, 40, -20, 3_106, -2_241, 512, -174, 260, 1_190, -905, 88, 377, -46]

/** The first days of the newest offers, those of the listed ones of a list before any other. */
export function firstDaysOf(offers: readonly { readonly id: string; readonly state: string }[]): Alteration {
  const listed = offers.filter(({ state }) => state === 'listed')
  const rows = BPS.map((bps, n) => ({ offer: listed[n]?.id ?? newId(), bps }))
  return { path: listFirstDays.path, instead: z.encode(listFirstDays.reply, { rows }) }
}
