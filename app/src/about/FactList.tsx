import { formatDay } from '@lonja/core/base/dates'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { readAbout } from '@lonja/core/proof/proof.contract'
import type { Icon } from '@lonja/kit/parts/icons'
import { BuildingsIcon, CoinsIcon, LockSimpleIcon, WaveSineIcon } from '@lonja/kit/parts/page-icons'
import { useFormats, type Formats } from '@lonja/kit/formats'
import { useText, type Say } from '@lonja/kit/text'
import styles from './about.module.css'

export type About = ReplyOf<typeof readAbout>

/** What this house is, in four facts with their reasons. */
export function FactList({ about, heading: Heading }: { about: About; heading: 'h2' | 'h3' }) {
  const t = useText('about')
  const f = useFormats()
  return (
    <ul className={styles.facts}>
      {factsOf(about, t, f).map(({ icon: Shape, name, text }) => (
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

/** The four facts, as true for this house: a replay's prices are recorded, and so are its companies. */
function factsOf({ source, seeds, openedAt, listings }: About, t: Say<'about'>, f: Formats): Fact[] {
  const money = { icon: CoinsIcon, name: t('money'), text: t('moneyWhy') }
  const fixed = {
    icon: LockSimpleIcon,
    name: t('fixed'),
    text: source.name === 'practice' ? t('fixedWhy') : t('fixedWhyReplay'),
  }
  if (source.name === 'replay') {
    const replayed = t('replayedWhy', { label: source.label })
    const paused = source.pausedAt === null ? '' : t('pausedWhy', { since: f.date(source.pausedAt) })
    return [money, { icon: WaveSineIcon, name: t('replayed'), text: `${replayed} ${paused}`.trim() }, fixed]
  }
  const since = openedAt === null ? '-' : formatDay(openedAt)
  return [
    money,
    {
      icon: WaveSineIcon,
      name: t('simulated'),
      text: t('simulatedWhy', { version: seeds?.functionVersion ?? '-', since }),
    },
    fixed,
    { icon: BuildingsIcon, name: t('invented'), text: t('inventedWhy', { count: listings }) },
  ]
}
