import { Suspense, lazy, useState } from 'react'
import { readAbout } from '@lonja/core/proof/proof.contract'
import { houseFacts } from '@lonja/kit/first'
import { PracticeStrip } from '@lonja/kit/parts/PracticeStrip'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'

const WhatThisIs = lazy(async () => ({ default: (await import('../about/WhatThisIs.tsx')).WhatThisIs }))

/** Where prices come from is fixed at the house's opening: the page says it before the house answers. */
const facts = houseFacts()

/** The permanent strip: practice money, and where prices come from. A tap says what this is. */
export function Strip() {
  const t = useText('app')
  const [open, setOpen] = useState(false)
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
      <PracticeStrip text={text} onOpen={() => setOpen(true)} />
      <Suspense>{open && <WhatThisIs onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
