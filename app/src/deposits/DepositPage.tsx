import type { ReactNode } from 'react'
import { back } from '@lonja/kit/nav'
import { Notice } from '@lonja/kit/parts/blocks'
import { FlaskIcon } from '@lonja/kit/parts/late-icons'
import { Screen } from '@lonja/kit/parts/Screen'
import { useText } from '@lonja/kit/text'

/** The page of either deposit method: its title, and a warning never to send real coins or money. */
export function DepositPage(props: { online: boolean; dock?: ReactNode; children: ReactNode }) {
  const { online, dock, children } = props
  const t = useText('deposits')
  return (
    <Screen title={t(online ? 'online' : 'cryptoTitle')} onBack={back} dock={dock}>
      <Notice band icon={FlaskIcon}>
        {t(online ? 'practice' : 'testOnly')}
      </Notice>
      {children}
    </Screen>
  )
}
