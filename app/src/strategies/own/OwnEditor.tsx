import { useState } from 'react'
import { isListing } from '@lonja/core/base/amount'
import { listOwnStrategies, readOwnStrategy } from '@lonja/core/strategies/own.contract'
import { back, replaceQuery, useOwnId, useQuery } from '@lonja/kit/nav'
import { Screen } from '@lonja/kit/parts/Screen'
import { SkeletonBlocks } from '@lonja/kit/parts/SkeletonBlocks'
import { ErrorView } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { readDraft, type Draft } from './drafts.ts'
import { Editor } from './Editor.tsx'
import { exampleOf, exampleText } from './examples.ts'

const WAITING = [
  ['100%', 44],
  ['100%', 280],
  ['100%', 72],
] as const

/**
 * Write a strategy: its text, the data of a try, its use, the examples, the versions. `from` begins a new one with an example;
 * `version` and `line` lead to a line of a saved version.
 */
export function OwnEditor() {
  const t = useText('own')
  const query = useQuery()
  const own = useOwnId()
  const [example] = useState(query.get('from'))
  const [draft] = useState(() => readDraft(own))
  const { data: list } = useRead(listOwnStrategies, {}, { quiet: true })
  const { data, error, refetch } = useRead(readOwnStrategy, { id: own }, { quiet: example !== null })
  // If the house lacks a text or cannot be reached, a draft of this device is still edited.
  const isHereAlone = error !== null && (example !== null || draft !== null)
  const [isOpen, setOpen] = useState(false)
  if ((data || isHereAlone) && !isOpen) setOpen(true)
  const listing = query.get('listing')
  const version = Number(query.get('version'))
  if (!isOpen)
    return (
      <Screen title={t('title')} onBack={back}>
        {error ? (
          <ErrorView title={t('failed')} text={error.msg} onRetry={() => void refetch()} />
        ) : (
          <SkeletonBlocks of={WAITING} />
        )}
      </Screen>
    )
  const name = exampleOf(example)
  const isUnknown = error !== null && 'refused' in error
  const first: Draft = {
    name: t(`example_${name}`),
    text: exampleText(name, t(`exampleWhat_${name}`)),
    version: isUnknown ? 0 : (draft?.version ?? 0),
  }
  return (
    <Editor
      key={own}
      own={own}
      stored={data ?? null}
      first={first}
      limits={list?.limits}
      listing={isListing(listing) ? listing : null}
      place={version > 0 ? { version, line: Number(query.get('line')) || 0 } : null}
      onListing={(next) => replaceQuery({ id: own, from: query.get('from') ?? undefined, listing: next })}
      onSaved={() => replaceQuery({ id: own, listing: listing ?? undefined })}
    />
  )
}
