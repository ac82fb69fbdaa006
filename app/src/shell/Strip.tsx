import { useState, type ComponentType } from 'react'
import { readAbout } from '@lonja/core/proof/proof.contract'
import { houseFacts } from '@lonja/kit/first'
import { PracticeStrip } from '@lonja/kit/parts/PracticeStrip'
import { toast } from '@lonja/kit/parts/toast'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'

type Sheet = ComponentType<{ onClose: () => void }>

/** The sheet's code, fetched when it is opened. Where it does not come, the page behind stays as it is. */
const fetchSheet = async (): Promise<Sheet> => (await import('../about/WhatThisIs.tsx')).WhatThisIs

/** Where prices come from is fixed at the house's opening: the page says it before the house answers. */
const facts = houseFacts()

/** The permanent strip: practice money, and where prices come from. A tap says what this is. */
export function Strip() {
  const t = useText('app')
  const [Opened, setOpened] = useState<Sheet | null>(null)
  const open = () =>
    void fetchSheet().then(
      (sheet) => setOpened(() => sheet),
      () => toast(t('pageFailed'), { kind: 'error' }),
    )
  const { data } = useRead(readAbout, {}, { quiet: true })
  const name = data?.source.name ?? facts?.source
  const text =
    name === 'replay'
      ? t('stripReplay', { label: data?.source.label ?? facts?.label ?? '' })
      : name === 'practice'
        ? t('stripPractice')
        : t('stripUnknown')
  return (
    <>
      <PracticeStrip text={text} onOpen={open} />
      {Opened && <Opened onClose={() => setOpened(null)} />}
    </>
  )
}
