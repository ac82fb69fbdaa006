import { readSharedStrategy } from '@lonja/core/strategies/own.contract'
import { useFormats } from '@lonja/kit/formats'
import { newId } from '@lonja/kit/ids'
import { back, replacePage, urlTo, useQuery } from '@lonja/kit/nav'
import { Notice, Section } from '@lonja/kit/parts/blocks'
import { Button } from '@lonja/kit/parts/Button'
import { FormDock } from '@lonja/kit/parts/FormDock'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { ErrorView } from '@lonja/kit/parts/states'
import { toast } from '@lonja/kit/parts/toast'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { CodeField } from './CodeField.tsx'
import { keepDraft } from './drafts.ts'
import { OWN_TEXT } from './own.ts'
import styles from './own.module.css'

const WAITING = [
  ['100%', 60],
  ['100%', 280],
] as const

/** The text that somebody shares by a link. It is shown and never run; a copy is the reader's own draft. */
export function SharedStrategy() {
  const t = useText('own')
  const f = useFormats()
  const link = useQuery().get('link') ?? ''
  const isLink = LINK.test(link)
  const { data, error, refetch } = useRead(readSharedStrategy, { link }, { enabled: isLink })
  const copy = (): void => {
    if (!data) return
    const own = newId()
    if (!keepDraft(own, { name: data.name, text: data.text, version: 0 })) return toast(t('notKept'), { kind: 'error' })
    replacePage(urlTo(OWN_TEXT, { id: own, from: 'copy' }))
  }
  return (
    <Screen
      title={data?.name ?? t('shared')}
      caption={data && `${t('version', { version: data.version })} · ${f.date(data.at)}`}
      onBack={back}
      dock={
        data && (
          <FormDock elsewhere={null}>
            <Button label={t('copy')} second={t('copyWhy')} onClick={copy} />
          </FormDock>
        )
      }
    >
      {data ? (
        <>
          <Section>
            <Notice tone="ground">{t('sharedWhat')}</Notice>
          </Section>
          <CodeField label={t('field')} first={data.text} />
          <div className={styles.end} />
        </>
      ) : error || !isLink ? (
        <ErrorView
          title={t('sharedFailed')}
          text={error?.msg ?? t('noLink')}
          {...(error && { onRetry: () => void refetch() })}
        />
      ) : (
        <SkeletonBlocks of={WAITING} />
      )}
    </Screen>
  )
}

const LINK = /^[A-Za-z0-9_-]{22}$/
