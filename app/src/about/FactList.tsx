import type { ReplyOf } from '@lonja/core/base/contract'
import type { readAbout } from '@lonja/core/proof/proof.contract'
import { versionAt } from '@lonja/core/practice/versions'
import type { Icon } from '@lonja/kit/parts/icons'
import { BuildingsIcon, HourglassMediumIcon, LockSimpleIcon, WaveSineIcon } from '@lonja/kit/parts/late-icons'
import { CoinsIcon } from '@lonja/kit/parts/page-icons'
import { useFormats, type Formats } from '@lonja/kit/formats'
import { useText, type Say } from '@lonja/kit/text'
import { stoppedIn } from '../orders/Stopped.tsx'
import styles from './about.module.css'

export type About = ReplyOf<typeof readAbout>

/** Four facts about this house, each with its reason; before them, why no order is taken now. */
export function FactList({ about, heading: Heading }: { about: About; heading: 'h2' | 'h3' }) {
  const t = useText('about')
  const orders = useText('orders')
  const f = useFormats()
  const stopped = stoppedIn(about.source, orders, f)
  const facts = factsOf(about, t, f)
  if (stopped) facts.unshift({ icon: HourglassMediumIcon, name: stopped.title, text: stopped.text })
  return (
    <ul className={styles.facts}>
      {facts.map(({ icon: Shape, name, text }) => (
        <li key={name}>
          <Shape size={22} />
          <div>
            <Heading>{name}</Heading>
            <p>{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

interface Fact {
  readonly icon: Icon
  readonly name: string
  readonly text: string
}

const FIXED = { practice: 'fixedWhy', replay: 'fixedWhyReplay', alpaca: 'fixedWhyFeed' } as const

/** The four facts, adapted to this house: the companies of a replay or of a feed are not invented. */
function factsOf({ source, seeds, openedAt, listings }: About, t: Say<'about'>, f: Formats): Fact[] {
  const money = { icon: CoinsIcon, name: t('money'), text: t('moneyWhy') }
  const fixed = {
    icon: LockSimpleIcon,
    name: t('fixed'),
    text: t(FIXED[source.name]),
  }
  if (source.name === 'replay') {
    const replayed = t('replayedWhy', { label: source.label })
    const paused = source.pausedAt !== null && t('pausedWhy', { since: f.date(source.pausedAt) })
    const text = f.sentences(replayed, paused, !source.hasRates && t('noRates'))
    return [money, { icon: WaveSineIcon, name: t('replayed'), text }, fixed]
  }
  if (source.name === 'alpaca') {
    const silent = source.streams
      .filter(({ state }) => state !== 'live')
      .map(({ name, state, since }) => t(state === 'empty' ? 'emptyWhy' : 'silentWhy', { name, since: f.date(since) }))
    const partly = source.streams
      .filter(({ heard, wanted }) => heard > 0 && heard < wanted)
      .map(({ name, heard, wanted }) => t('heardOf', { name, heard: f.count(heard), wanted: f.count(wanted) }))
    const text = f.sentences(t('liveWhy', { label: source.label }), ...partly, ...silent)
    return [money, { icon: WaveSineIcon, name: t('live'), text }, fixed]
  }
  const since = openedAt === null ? '-' : f.dayBeside(openedAt)
  return [
    money,
    {
      icon: WaveSineIcon,
      name: t('simulated'),
      text: t('simulatedWhy', { version: seeds ? versionAt(seeds, source.now) : '-', since }),
    },
    fixed,
    { icon: BuildingsIcon, name: t('invented'), text: t('inventedWhy', { count: listings }) },
  ]
}
