import { useState } from 'react'
import { pauseRun, resumeRun, stopRun } from '@lonja/core/strategies/runs.contract'
import { useWaitForHouse } from '@lonja/kit/connection'
import { useFormats } from '@lonja/kit/formats'
import { Button, Buttons } from '@lonja/kit/parts/Button'
import { Dialog } from '@lonja/kit/parts/Dialog'
import { FormDock } from '@lonja/kit/parts/FormDock'
import { Segments } from '@lonja/kit/parts/Segments'
import { toast } from '@lonja/kit/parts/toast'
import { useText } from '@lonja/kit/text'
import { useWrite } from '@lonja/kit/writes'
import { staleAfterRun, type RunStory } from './run.ts'
import styles from './strategies.module.css'

/** Pause or resume a run, or stop it. */
export function RunActs({ of }: { of: RunStory }) {
  const t = useText('strategies')
  const waitsFor = useWaitForHouse()
  const [isStopping, setStopping] = useState(false)
  const { id, state } = of
  const pause = useWrite(pauseRun, {
    onReply: () => {
      staleAfterRun()
      toast(t('paused'), { kind: 'done' })
    },
    onRefusal: staleAfterRun,
  })
  const resume = useWrite(resumeRun, {
    onReply: () => {
      staleAfterRun()
      toast(t('resumed'), { kind: 'done' })
    },
    onRefusal: staleAfterRun,
  })
  const isPaused = state === 'paused'
  return (
    <FormDock elsewhere={(isPaused ? resume : pause).refusal?.msg ?? null}>
      <Buttons>
        <Button
          look="outline"
          label={t(isPaused ? 'resume' : 'pause')}
          busy={pause.isPending || resume.isPending}
          waitsFor={waitsFor}
          onClick={() => (isPaused ? resume : pause).mutate({ id })}
        />
        <Button label={t('stop')} second={t('stopSecond')} waitsFor={waitsFor} onClick={() => setStopping(true)} />
      </Buttons>
      {isStopping && <StopDialog of={of} onClose={() => setStopping(false)} />}
    </FormDock>
  )
}

const CHOICES = ['keep', 'sell'] as const
type Choice = (typeof CHOICES)[number]
const LABELS = { keep: 'stopKeep', sell: 'stopSell' } as const
const NOTES = { keep: 'stopKeepNote', sell: 'stopSellNote' } as const

/** Says where its cash goes, and asks about its shares: kept as ordinary ones, or sold first. */
function StopDialog({ of, onClose }: { of: RunStory; onClose: () => void }) {
  const t = useText('strategies')
  const f = useFormats()
  const [choice, setChoice] = useState<Choice>('keep')
  const { id, cash, shares, currency } = of
  const sells = shares > 0n && choice === 'sell'
  const stop = useWrite(stopRun, {
    onReply: ({ state }) => {
      staleAfterRun()
      toast(t(state === 'stopped' ? 'stopped' : 'run_stopping'), { kind: 'done' })
      onClose()
    },
    onRefusal: staleAfterRun,
  })
  return (
    <Dialog
      title={t('stopAsk')}
      onClose={onClose}
      actions={
        <>
          <Button look="outline" label={t('notNow')} onClick={onClose} />
          <Button
            label={t(sells ? 'stopAndSell' : 'stop')}
            busy={stop.isPending}
            onClick={() => stop.mutate({ id, sells })}
          />
        </>
      }
    >
      <p>{t('stopText', { cash: f.amount({ asset: currency, units: cash }) })}</p>
      {shares > 0n && (
        <Segments
          label={t('stopShares', { count: f.count(shares) })}
          labelShown
          value={choice}
          onChange={setChoice}
          options={CHOICES.map((value) => ({ value, label: t(LABELS[value]), second: t(NOTES[value]) }))}
        />
      )}
      <div role="alert" className={styles.wrong}>
        {stop.refusal?.msg}
      </div>
    </Dialog>
  )
}
