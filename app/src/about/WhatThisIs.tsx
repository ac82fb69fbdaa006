import { formatDay } from '@lonja/core/base/dates'
import { readAbout } from '@lonja/core/proof/proof.contract'
import type { ReplyOf } from '@lonja/core/base/contract'
import { goTo } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { BuildingsIcon, CoinsIcon, LockSimpleIcon, WaveSineIcon, type Icon } from '@lonja/kit/parts/icons'
import { Sheet } from '@lonja/kit/parts/Sheet'
import { ErrorView, Loading } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText, type Say } from '@lonja/kit/text'
import { Hash } from './Hash.tsx'
import styles from './about.module.css'

export type About = ReplyOf<typeof readAbout>

/** The sheet behind the practice strip: what this is, in four facts. */
export function WhatThisIs({ onClose }: { onClose: () => void }) {
  const t = useText('about')
  const about = useRead(readAbout, {}, { quiet: true })
  const more = () => {
    onClose()
    goTo('/subPackages/about/about')
  }
  return (
    <Sheet title={t('title')} onClose={onClose} actions={<Button look="soft" label={t('more')} onClick={more} />}>
      <p>{t('intro')}</p>
      {about.data ? (
        <Facts about={about.data} />
      ) : about.error ? (
        <ErrorView title={t('failed')} text={about.error.msg} onRetry={() => void about.refetch()} />
      ) : (
        <Loading />
      )}
    </Sheet>
  )
}

function Facts({ about }: { about: About }) {
  const t = useText('about')
  return (
    <>
      <ul className={styles.facts}>
        {factsOf(about, t).map(({ icon: Shape, name, text }) => (
          <li key={name}>
            <Shape size={22} />
            <div>
              <h3>{name}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
      {about.seeds && <Hash label={t('chainEnd')} hash={about.seeds.chainEnd} />}
    </>
  )
}

interface Fact {
  readonly icon: Icon
  readonly name: string
  readonly text: string
}

/** The four facts, as true for this house: a replay's prices are recorded, and so are its companies. */
export function factsOf({ source, seeds, openedAt, listings }: About, t: Say<'about'>): Fact[] {
  const money = { icon: CoinsIcon, name: t('money'), text: t('moneyWhy') }
  const fixed = {
    icon: LockSimpleIcon,
    name: t('fixed'),
    text: source.name === 'practice' ? t('fixedWhy') : t('fixedWhyReplay'),
  }
  if (source.name === 'replay') {
    return [money, { icon: WaveSineIcon, name: t('replayed'), text: t('replayedWhy', { label: source.label }) }, fixed]
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
