import { readAbout } from '@lonja/core/proof/proof.contract'
import { goTo } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { Sheet } from '@lonja/kit/parts/Sheet'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { ChainEnds } from './ChainEnds.tsx'
import { FactList } from './FactList.tsx'
import { WhenRead } from './WhenRead.tsx'

/** The sheet behind the practice strip: four facts about this house. */
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
      <WhenRead about={about}>
        {(data) => (
          <>
            <FactList about={data} heading="h3" />
            {data.seeds && <ChainEnds chains={data.seeds.chains} />}
          </>
        )}
      </WhenRead>
    </Sheet>
  )
}
