import { useState } from 'react'
import type { ListingId } from '@lonja/core/base/amount'
import { enterOption, type OptionLife, type OptionSide } from '@lonja/core/options/options.contract'
import { stakeMost, winOf } from '@lonja/core/options/options.rules'
import { useFormats } from '@lonja/kit/formats'
import { eur } from '@lonja/core/base/amount'
import { sayMistake, useTries } from '@lonja/kit/form'
import { newId } from '@lonja/kit/ids'
import { navigate } from '@lonja/kit/nav'
import { toast } from '@lonja/kit/parts/toast'
import { useText } from '@lonja/kit/text'
import { useWrite } from '@lonja/kit/writes'
import { OPTION, staleAfterOption, type OptionTerms } from './option.ts'

/** The form of an entry. One form has one id: a second tap is the same option. */
export function useEntry(listing: ListingId, { terms, least, limit, free }: OptionTerms) {
  const t = useText('options')
  const f = useFormats()
  const [id] = useState(newId)
  const [side, setSide] = useState<OptionSide>('up')
  const [life, setLife] = useState<OptionLife>('15minutes')
  const [stake, setStake] = useState<bigint | null>(null)
  const { ref, tried, count } = useTries()
  const enter = useWrite(enterOption, {
    onReply: (reply) => {
      staleAfterOption()
      toast(t('entered'), { kind: 'done' })
      navigate(OPTION, { id: reply.id })
    },
    onRefusal: count,
  })
  const missing =
    stake === null ? t('missing') : stake < least ? t('stakeLeast', { least: f.amount(eur(least)) }) : undefined
  const over =
    stake === null || stake <= stakeMost(limit.left, free)
      ? undefined
      : stake > limit.left
        ? t('stakeLimit', { left: f.amount(eur(limit.left)) })
        : t('insufficient')
  const wrong = over ?? missing
  return {
    ref,
    side,
    life,
    stake,
    setSide: enter.forgetting(setSide),
    setLife: enter.forgetting(setLife),
    setStake: enter.forgetting(setStake),
    /** The cents that a right guess adds; null without a stake. */
    gain: stake === null ? null : winOf(stake, terms) - stake,
    /** The missing is said after the button was pressed, all else at once. */
    stakeError: (tried ? wrong : over) ?? enter.mistake('stake'),
    elsewhere: enter.elsewhere(['stake']),
    busy: enter.isPending,
    submit: (event?: { preventDefault(): void }): void => {
      event?.preventDefault()
      count()
      if (wrong !== undefined) return sayMistake(wrong)
      if (stake !== null) enter.mutate({ id, listing, side, life, stake })
    },
  }
}
