import { Suspense, lazy, useEffect, useState } from 'react'
import type { ReplyOf } from '@lonja/core/base/contract'
import { readAbout } from '@lonja/core/proof/proof.contract'
import { PracticeStrip } from '@lonja/kit/parts/PracticeStrip'
import { useRead } from '@lonja/kit/reads'
import { readStoredJson, storeText } from '@lonja/kit/stored'
import { useText } from '@lonja/kit/text'

const WhatThisIs = lazy(async () => ({ default: (await import('../about/WhatThisIs.tsx')).WhatThisIs }))

type Source = Pick<ReplyOf<typeof readAbout>['source'], 'name' | 'label'>

/** Where prices came from on the last visit: fixed at the house's opening, so it is true before the house answers too. */
const lastSource = readStoredJson('source') as Source | null

/** The permanent strip: practice money, and where prices come from. A tap says what this is. */
export function Strip() {
  const t = useText('app')
  const [open, setOpen] = useState(false)
  const { data } = useRead(readAbout, {}, { quiet: true })
  const source = data?.source ?? lastSource
  useEffect(() => {
    if (data) storeText('source', JSON.stringify(data.source))
  }, [data])
  const text =
    source?.name === 'replay'
      ? t('stripReplay', { label: source.label })
      : source?.name === 'practice'
        ? t('stripPractice')
        : t('stripUnknown')
  return (
    <>
      <PracticeStrip text={text} onOpen={() => setOpen(true)} />
      <Suspense>{open && <WhatThisIs onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
