import {
  acceptBlock,
  applyForBlock,
  cancelBlock,
  declineBlock,
  listBlockApplications,
  listBlockOffers,
} from '@lonja/core/blocks/blocks.contract'
import { newId } from '../base/ids.ts'
import { answerWithId } from './walks.trading.ts'
import { anyOf, type Act, type Walk, type Walker } from './walks.people.ts'

/** Shares at a cap, some below the minimum of the offer or above what is free. */
const ASKED = [
  { shares: '100', cap: '5.00' },
  { shares: '250', cap: '5.25' },
  { shares: '600', cap: '4.70' },
  { shares: '99', cap: '5.00' },
  { shares: '50000', cap: '5.00' },
] as const

/** Any block offer of the house. */
async function anyBlockOffer({ house, chance }: Walk, { token }: Walker): Promise<string> {
  const { data } = await house.ask(listBlockOffers, {}, { token })
  const rows = (data?.rows ?? []) as { offer: string }[]
  return rows.length > 0 ? chance.pick(rows).offer : newId()
}

/** The answer that a customer gives to fewer shares: to those offered last, or to nothing. */
async function answerOf({ house }: Walk, { token }: Walker): Promise<{ id: string; seen: string }> {
  const { data } = await house.ask(listBlockApplications, {}, { token })
  const rows = (data?.rows ?? []) as { id: string; offered: { seen: string } | null }[]
  const row = rows.find(({ offered }) => offered !== null)
  return { id: row?.id ?? newId(), seen: row?.offered?.seen ?? '' }
}

/** The acts of a walk that apply for blocks, take applications back, and answer fewer shares. */
export const BLOCK_ACTS = {
  applyForBlock: [
    3,
    async (walk, who) => {
      const { house, chance } = walk
      const id = newId()
      const form = { id, offer: await anyBlockOffer(walk, who), ...chance.pick(ASKED) }
      return answerWithId(await house.ask(applyForBlock, form, { token: who.token, key: id }), id, who.blocks)
    },
  ],
  cancelBlock: [
    1,
    ({ house, chance }, { token, blocks }) =>
      house.ask(cancelBlock, { id: anyOf(blocks, chance) }, { token, key: newId() }),
  ],
  acceptBlock: [
    1,
    async (walk, who) => walk.house.ask(acceptBlock, await answerOf(walk, who), { token: who.token, key: newId() }),
  ],
  declineBlock: [
    1,
    async (walk, who) => walk.house.ask(declineBlock, await answerOf(walk, who), { token: who.token, key: newId() }),
  ],
} as const satisfies Readonly<Record<string, readonly [weight: number, act: Act]>>
