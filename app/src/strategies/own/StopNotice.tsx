import type { OwnStop } from '@lonja/core/strategies/strategies.contract'
import { useFormats } from '@lonja/kit/formats'
import { hrefTo } from '@lonja/kit/nav'
import { Notice } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { useText } from '@lonja/kit/text'
import { OWN_TEXT, stopIn } from './own.ts'
import styles from './own.module.css'

/** A run or a backtest of a version of an own strategy; its name is null once that is removed. */
interface StopPlace {
  readonly own: { readonly id: string; readonly name: string | null } | null
  readonly version: number
}

/** The fault that stopped an own strategy, with its instant, and with a link to its line while the text is there. */
export function StopNotice({ stop, of }: { stop: OwnStop; of?: StopPlace | undefined }) {
  const t = useText('own')
  const f = useFormats()
  const { line, at } = stop
  const own = of?.own
  return (
    <Notice tone="loss" icon={null} title={t('stopped')}>
      <p>{stopIn(t, stop)}</p>
      <p className={styles.soft}>{f.date(at)}</p>
      {line > 0 && own && own.name !== null && (
        <div className={styles.acts}>
          <Button
            look="text"
            small
            label={t('toLine', { line })}
            href={hrefTo(OWN_TEXT, { id: own.id, version: String(of.version), line: String(line) })}
          />
        </div>
      )}
    </Notice>
  )
}
