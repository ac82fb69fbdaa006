import { Suspense, lazy, useState } from 'react'
import { readAbout } from '@lonja/core/proof/proof.contract'
import { PracticeStrip } from '@lonja/kit/parts/PracticeStrip'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'

const WhatThisIs = lazy(async () => ({ default: (await import('../about/WhatThisIs.tsx')).WhatThisIs }))

/** The permanent strip: practice money, and where prices come from. A tap says what this is. */
export function Strip() {
  const t = useText('app')
  const [open, setOpen] = useState(false)
  const { data } = useRead(readAbout, {}, { quiet: true })
  const text = !data
    ? t('stripUnknown')
    : data.source.name === 'replay'
      ? t('stripReplay', { label: data.source.label })
      : t('stripPractice')
  return (
    <>
      <PracticeStrip text={text} onOpen={() => setOpen(true)} />
      <Suspense>{open && <WhatThisIs onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
