import { useState } from 'react'
import { beginPush, endPush, readPush } from '@lonja/core/notices/push.contract'
import { useWaitForHouse } from '@lonja/kit/connection'
import { back } from '@lonja/kit/nav'
import { Block, Notice } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { LockSimpleIcon } from '@lonja/kit/parts/late-icons'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { ErrorView } from '@lonja/kit/parts/states'
import { toast } from '@lonja/kit/parts/toast'
import { markStale, useRead } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'
import { askDevice, forgetDevice, useDevice } from './device.ts'
import styles from './notices.module.css'

const WAITING = [
  ['100%', 96],
  ['100%', 110],
  ['100%', 130],
] as const

/** Push notices on this device: their state, their content, and a button that turns them on or off. */
export function PushPage() {
  const t = useText('notices')
  const { data, error, refetch } = useRead(readPush, {}, { quiet: true })
  const device = useDevice()
  return (
    <Screen title={t('push')} onBack={back} onRefresh={() => refetch()} readOnly>
      {!data && error && <ErrorView title={t('pushNotRead')} text={error.msg} onRetry={() => void refetch()} />}
      {!error && (!data || !device.looked) && <SkeletonBlocks of={WAITING} />}
      {data && device.looked && (
        <div className={styles.push}>
          <p>{t('pushWhy')}</p>
          {data.key === null ? (
            <Notice tone="ground" title={t('pushHouseOff')} />
          ) : (
            <Choice house={data} device={device} />
          )}
          <Block>
            <p className={styles.fact}>
              <LockSimpleIcon size={22} />
              <span>{t('pushShows')}</span>
            </p>
          </Block>
        </div>
      )}
    </Screen>
  )
}

interface ChoiceProps {
  house: { key: string | null; on: boolean }
  device: ReturnType<typeof useDevice>
}

function Choice({ house, device }: ChoiceProps) {
  const t = useText('notices')
  const { state, has } = device
  if (state === 'denied') return <Notice title={t('pushDenied')}>{t('pushDeniedWhy')}</Notice>
  if (state === 'install') return <Notice title={t('pushInstall')}>{t('pushInstallWhy')}</Notice>
  if (state === 'insecure') return <Notice title={t('pushInsecure')}>{t('pushInsecureWhy')}</Notice>
  if (state === 'not_possible') return <Notice title={t('pushNone')}>{t('pushNoneWhy')}</Notice>
  return house.on && has && state === 'allowed' ? <On device={device} /> : <Off house={house} device={device} />
}

function On({ device }: Pick<ChoiceProps, 'device'>) {
  const t = useText('notices')
  const end = useWrite(endPush, {
    onReply: () => {
      void forgetDevice().finally(device.look)
      markStale(['sessions'])
      toast(t('pushTurnedOff'), { kind: 'done' })
    },
  })
  return (
    <>
      <div>
        <StatusChip tone="gain" label={t('pushOn')} />
      </div>
      <p className={styles.soft}>{t('pushEnds')}</p>
      <Button look="outline" label={t('pushTurnOff')} busy={end.isPending} onClick={() => end.mutate({})} />
    </>
  )
}

/** Shown after a tap without success. */
const WHY = { not_answered: 'pushNotAnswered', failed: 'pushFailed' } as const

function Off({ house, device }: ChoiceProps) {
  const t = useText('notices')
  const [asking, setAsking] = useState(false)
  const [why, setWhy] = useState<keyof typeof WHY | null>(null)
  const waitsFor = useWaitForHouse()
  const begin = useWrite(beginPush, {
    onReply: () => {
      device.look()
      markStale(['sessions'])
      toast(t('pushTurnedOn'), { kind: 'done' })
    },
    onRefusal: () => void forgetDevice(),
  })
  const ask = async () => {
    setWhy(null)
    setAsking(true)
    const reached = await askDevice(house.key ?? '')
    setAsking(false)
    if (typeof reached === 'object') return begin.mutate({ ...reached })
    if (reached !== 'denied') setWhy(reached)
    device.look()
  }
  return (
    <>
      <div>
        <StatusChip tone="grey" label={t('pushOff')} />
      </div>
      {device.state === 'not_asked' && <p className={styles.soft}>{t('pushAsks')}</p>}
      <p role="alert" className={styles.wrong}>
        {why === null ? begin.refusal?.msg : t(WHY[why])}
      </p>
      <Button
        label={t('pushTurnOn')}
        busy={asking || begin.isPending}
        busyLabel={t('pushTurningOn')}
        waitsFor={waitsFor}
        onClick={() => void ask()}
      />
    </>
  )
}
