import { useState, type ComponentType } from 'react'
import type { ReplyOf } from '@lonja/core/base/contract'
import { readAbout } from '@lonja/core/proof/proof.contract'
import { houseFacts } from '@lonja/kit/first'
import { useFormats, type Formats } from '@lonja/kit/formats'
import { PracticeStrip } from '@lonja/kit/parts/PracticeStrip'
import { toast } from '@lonja/kit/parts/toast'
import { useRead } from '@lonja/kit/reads'
import { useText, type Say } from '@lonja/kit/text'

type Sheet = ComponentType<{ onClose: () => void }>

/** The sheet's code, fetched when it is opened. If that fails, the page behind stays as it is. */
const fetchSheet = async (): Promise<Sheet> => (await import('../about/WhatThisIs.tsx')).WhatThisIs

/** The source of prices is fixed at the house's opening: the page carries it before the server answers. */
const facts = houseFacts()

/** The interval at which a house is asked whether trading stands, and on a live feed for the state of its streams. */
const ASKED_MS = 30_000
const FEED_ASKED_MS = 15_000

/** The reason why nothing is traded now, in the words of the strip; null while trading is open. */
function stoppedIn({ stoppedSince, publicThrough }: ReplyOf<typeof readAbout>['source'], t: Say<'app'>, f: Formats) {
  if (stoppedSince !== null) return t('stripStopped', { since: f.clock(stoppedSince) })
  return publicThrough === null ? null : t('stripPublic')
}

/** The permanent strip: practice money, and the source of prices. A tap explains it. */
export function Strip() {
  const t = useText('app')
  const [Opened, setOpened] = useState<Sheet | null>(null)
  const open = () =>
    void fetchSheet().then(
      (sheet) => setOpened(() => sheet),
      () => toast(t('pageFailed'), { kind: 'error' }),
    )
  const f = useFormats()
  const isFeed = facts?.source === 'alpaca'
  const { data } = useRead(readAbout, {}, { quiet: true, aside: true, refetchMs: isFeed ? FEED_ASKED_MS : ASKED_MS })
  const name = data?.source.name ?? facts?.source
  const label = data?.source.label ?? facts?.label ?? ''
  const silent = data?.source.streams.find(({ state }) => state !== 'live')
  const stopped = data && stoppedIn(data.source, t, f)
  const text =
    stopped ??
    (name === 'practice'
      ? t('stripPractice')
      : name === 'replay'
        ? t('stripReplay', { label })
        : silent
          ? silent.state === 'empty'
            ? t('stripEmpty', { name: silent.name })
            : t('stripSilent', { name: silent.name, since: f.clock(silent.since) })
          : name === 'alpaca'
            ? t('stripFeed', { label })
            : t('stripUnknown'))
  return (
    <>
      <PracticeStrip text={text} onOpen={open} />
      {Opened && <Opened onClose={() => setOpened(null)} />}
    </>
  )
}
