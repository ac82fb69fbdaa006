import { useState } from 'react'
import { OWN_EXAMPLE_NAMES } from '@lonja/core/strategies/own.examples'
import { listOwnStrategies } from '@lonja/core/strategies/own.contract'
import { useFormats } from '@lonja/kit/formats'
import { newId } from '@lonja/kit/ids'
import { back, hrefTo, navigate } from '@lonja/kit/nav'
import { Notice, Section } from '@lonja/kit/parts/blocks'
import { StatusChip } from '@lonja/kit/parts/Chip'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { PlusCircleIcon } from '@lonja/kit/parts/late-icons'
import { Row } from '@lonja/kit/parts/Row'
import { Screen } from '@lonja/kit/parts/Screen'
import { Sheet } from '@lonja/kit/parts/Sheet'
import { SkeletonRows } from '@lonja/kit/parts/SkeletonRows'
import { ErrorView } from '@lonja/kit/parts/states'
import { refreshAll, useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { Restriction } from '../../accounts/Restriction.tsx'
import { allDrafts } from './drafts.ts'
import { LimitsNote } from './LimitsNote.tsx'
import { OWN_TEXT, type OwnRow } from './own.ts'
import styles from './own.module.css'

/** The strategies that the customer writes, and the examples to begin with. */
export function OwnStrategies() {
  const t = useText('own')
  const f = useFormats()
  const { data, error, refetch } = useRead(listOwnStrategies, {})
  const [choosing, setChoosing] = useState(false)
  const isFull = data !== undefined && data.rows.length >= data.limits.strategies
  const isEmpty = data !== undefined && data.rows.length === 0
  return (
    <Screen
      title={t('title')}
      onBack={back}
      onRefresh={refreshAll}
      right={
        data &&
        !isEmpty &&
        !isFull && <IconButton icon={PlusCircleIcon} label={t('new')} onClick={() => setChoosing(true)} />
      }
    >
      <Restriction />
      {data ? (
        <>
          <Section>
            <Notice tone="ground">{f.sentences(t('what'), t('money'))}</Notice>
          </Section>
          <Drafts rows={data.rows} />
          {isEmpty ? (
            <Section title={t('begin')} flush>
              <ExampleRows />
            </Section>
          ) : (
            <Section title={t('list')} flush>
              {data.rows.map((row) => (
                <OwnRowLine key={row.id} row={row} />
              ))}
            </Section>
          )}
          <Section>
            <LimitsNote limits={data.limits} />
            {isFull && <p className={styles.soft}>{t('full', { count: data.limits.strategies })}</p>}
          </Section>
          <div className={styles.end} />
        </>
      ) : error ? (
        <ErrorView title={t('listFailed')} text={error.msg} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={4} line={false} />
      )}
      {choosing && (
        <Sheet title={t('begin')} onClose={() => setChoosing(false)}>
          <div className={styles.inSheet}>
            <ExampleRows />
          </div>
        </Sheet>
      )}
    </Screen>
  )
}

function OwnRowLine({ row: { id, name, version, at, shared } }: { row: OwnRow }) {
  const t = useText('own')
  const f = useFormats()
  return (
    <Row
      title={name}
      wraps
      caret
      caption={`${t('version', { version })} · ${f.date(at)}`}
      valueCaption={
        <StatusChip tone={shared === null ? 'grey' : 'accent'} label={t(shared === null ? 'private' : 'isShared')} />
      }
      href={hrefTo(OWN_TEXT, { id })}
    />
  )
}

/** Texts that only this device has: strategies without a version. */
function Drafts({ rows }: { rows: readonly OwnRow[] }) {
  const t = useText('own')
  const drafts = Object.entries(allDrafts()).filter(([id]) => rows.every((row) => row.id !== id))
  if (drafts.length === 0) return null
  return (
    <Section title={t('onDevice')} flush>
      {drafts.map(([id, { name }]) => (
        <Row
          key={id}
          title={name === '' ? t('untitled') : name}
          wraps
          caret
          caption={t('unsavedHere')}
          href={hrefTo(OWN_TEXT, { id, from: OWN_EXAMPLE_NAMES[0] })}
        />
      ))}
    </Section>
  )
}

/** Each begins a strategy of its own. */
function ExampleRows() {
  const t = useText('own')
  return OWN_EXAMPLE_NAMES.map((id) => (
    <Row
      key={id}
      title={t(`example_${id}`)}
      caption={t(`exampleWhat_${id}`)}
      wraps
      caret
      onClick={() => navigate(OWN_TEXT, { id: newId(), from: id })}
    />
  ))
}
