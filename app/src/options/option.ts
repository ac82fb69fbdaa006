import type { ReplyOf } from '@lonja/core/base/contract'
import { SECOND } from '@lonja/core/base/instant'
import type {
  OptionEnd,
  OptionState,
  listOptions,
  readOption,
  readOptionTerms,
} from '@lonja/core/options/options.contract'
import { useNow } from '@lonja/kit/now'
import type { StatusTone } from '@lonja/kit/parts/Chip'
import { markStale } from '@lonja/kit/reads'

export type OptionTerms = ReplyOf<typeof readOptionTerms>
export type Option = ReplyOf<typeof listOptions>['rows'][number]
export type OptionStory = ReplyOf<typeof readOption>
/** An option that has ended, with its end. */
export type StoryWithEnd = OptionStory & { readonly state: OptionEnd; readonly endedAt: number; readonly paid: bigint }
export const isEnded = (option: OptionStory): option is StoryWithEnd =>
  option.state !== 'running' && option.endedAt !== null && option.paid !== null

export type Limit = OptionTerms['limit']
export type Totals = OptionTerms['totals']

/** The stake, in cents of EUR, that the loss on average is said for. */
export const HUNDRED = 100_00n

export const OPTIONS = '/subPackages/home/options/options'
export const OPTION = '/subPackages/home/options/detail'
export const SEARCH = '/subPackages/discover/search'

export const OPTION_TONES: Readonly<Record<OptionState, StatusTone>> = {
  running: 'accent',
  won: 'gain',
  lost: 'loss',
  tied: 'grey',
  refunded: 'grey',
  sold: 'grey',
}

/** The result of ended options: their payments less their stakes. */
export const resultOf = ({ paid, staked }: Pick<Totals, 'paid' | 'staked'>): bigint => paid - staked

/** Marks as stale all that a step of an option changes. */
export const staleAfterOption = (): void => markStale(['options', 'balances', 'notices'])

/** The time, each second: a countdown needs it. */
export const useSeconds = (): number => useNow(SECOND)

const two = (count: number): string => String(count).padStart(2, '0')

/** The rest of a time as `07:41`, with hours where there are any; `00:00` once it is over. */
export function countdownText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / SECOND))
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  const rest = `${two(minutes)}:${two(seconds % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}
