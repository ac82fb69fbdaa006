import { useState } from 'react'
import { previewReplacement, type NewTerms } from '@lonja/core/orders/replacement.rules'
import { replaceOrder } from '@lonja/core/orders/replacing.contract'
import { isOpen } from '@lonja/core/orders/orders.rules'
import { back, replacePage, urlTo, useNav } from '@lonja/kit/nav'
import { toast } from '@lonja/kit/parts/toast'
import { markStale } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'
import { asksFirst, askedOf, factsOf, formOf, hasTerms, openOrderOf } from './change.ts'
import type { TicketFacts } from './facts.ts'
import type { OrderStory } from './story.ts'
import type { TicketForm } from './ticket.ts'

const seenIn = ({ changes, filled, exits }: OrderStory['order']) => ({ changes, filled, exits })

/** The form that changes an order: its terms, its preview, and the one request that it makes. */
export function useChange(story: OrderStory, facts: TicketFacts) {
  const t = useText('orders')
  const { order } = story
  const { depth } = useNav()
  const [form, setForm] = useState(() => formOf(order))
  // The terms that the customer has seen. Others that came since are looked at before anything is sent.
  const [seen, setSeen] = useState(() => seenIn(order))
  const [asking, setAsking] = useState(false)
  const leave = () => {
    if (depth > 0) back()
    else replacePage(urlTo('/subPackages/trade/detail', { id: order.id }))
  }
  const write = useWrite(replaceOrder, {
    onReply: () => {
      markStale(['orders', 'balances'])
      toast(t('changed'), { kind: 'done' })
      leave()
    },
    onRefusal: () => {
      setAsking(false)
      markStale(['orders', 'balances'])
    },
  })
  const terms = askedOf(form, { ...order, exits: seen.exits })
  const previewFacts = factsOf(story, facts)
  const preview = terms && previewFacts && previewReplacement(openOrderOf(story), terms, previewFacts)
  const standing = standingOf(story, { seen: seen.changes, terms })
  const send = () => {
    if (terms) write.mutate({ id: order.id, side: order.side, changes: seen.changes, ...terms })
  }
  return {
    form,
    change: (part: Partial<TicketForm>) => {
      write.forget()
      setForm({ ...form, ...part })
    },
    terms,
    preview,
    previewFacts,
    standing,
    /** The shares that were filled since the form was opened. */
    filledSince: order.filled - seen.filled,
    /** The customer has seen the terms that the order has now. */
    see: () => {
      write.forget()
      setSeen(seenIn(order))
    },
    refusal: write.refusal,
    busy: write.isPending,
    asking,
    submit: () => {
      if (terms && asksFirst(order, terms)) setAsking(true)
      else send()
    },
    send,
    stopAsking: () => setAsking(false),
  }
}

export type ChangeForm = ReturnType<typeof useChange>

/**
 * The standing of an order under a form: open as it was seen; ended; changed elsewhere; or changed as this form asks, by
 * a request whose answer was lost, so that the same request gets its answer.
 */
function standingOf({ order }: OrderStory, { seen, terms }: { seen: number; terms: NewTerms | null }) {
  const isArrived = order.changes === seen + 1 && terms !== null && hasTerms(order, terms)
  if (isArrived) return 'arrived'
  if (!isOpen(order)) return 'ended'
  return order.changes === seen ? 'open' : 'changed'
}
