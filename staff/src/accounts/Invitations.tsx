import { useMemo, useState } from 'react'
import type { ReplyOf } from '@lonja/core/base/contract'
import { endInvitation, listInvitations } from '@lonja/core/accounts/invitations.staff.contract'
import { useChosen } from '@lonja/kit/chosen'
import { useFormats, type Formats } from '@lonja/kit/formats'
import { useKeys } from '@lonja/kit/keys'
import { Button } from '@lonja/kit/parts/Button'
import { StatusChip } from '@lonja/kit/parts/Chip'
import type { DataColumn } from '@lonja/kit/parts/DataTable'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { Confirm } from '@lonja/kit/parts/Dialog'
import { PagedTable } from '@lonja/kit/parts/PagedTable'
import { SideActs, SideNote, SidePage, SidePart } from '@lonja/kit/parts/SidePage'
import { Empty } from '@lonja/kit/parts/states'
import { usePages } from '@lonja/kit/pages'
import { markAllStale } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useText, type Say } from '@lonja/kit/text'
import { Code } from './Code.tsx'
import { NewInvitation } from './NewInvitation.tsx'
import styles from './Invitations.module.css'

type Invitation = ReplyOf<typeof listInvitations>['rows'][number]
type Which = 'open' | 'all'

const TONES = { open: 'gain', used_up: 'accent', expired: 'grey', ended: 'grey' } as const

/** Invitation codes for registration: their uses, their expiry, and a button to end them. */
export function Invitations() {
  const t = useText('invitations')
  const f = useFormats()
  const [which, setWhich] = useState<Which>('open')
  const list = usePages(listInvitations, { which }, { quiet: true })
  const rows = useMemo(() => list.pages.flatMap((page) => page.rows), [list.pages])
  const chosen = useChosen(rows, ({ id }) => id, t('keyMove'))
  const [dialog, setDialog] = useState<'new' | 'end' | null>(null)
  const columns = useMemo(() => columnsIn(t, f), [t, f])
  const one = chosen.row
  const close = () => setDialog(null)
  useKeys([
    { key: 'n', label: t('new'), act: () => setDialog('new') },
    { key: 'f', label: t('keyFilter'), act: () => setWhich(which === 'open' ? 'all' : 'open') },
    ...(one?.state === 'open' ? [{ key: 'e', label: t('end'), act: () => setDialog('end') }] : []),
  ])
  return (
    <SidePage
      title={t('title')}
      acts={
        <>
          <WhichChoice value={which} onChange={setWhich} />
          <Button look="outline" small label={t('new')} keyCap="N" onClick={() => setDialog('new')} />
        </>
      }
      sideLabel={t('code')}
      side={
        one ? (
          <Detail one={one} onEnd={() => setDialog('end')} />
        ) : (
          rows.length > 0 && <SideNote>{t('choose')}</SideNote>
        )
      }
    >
      <PagedTable
        label={t('title')}
        columns={columns}
        list={list}
        rows={rows}
        keyOf={({ id }) => id}
        chosen={chosen.id}
        onChoose={({ id }) => chosen.choose(id)}
        failed={t('failed')}
        empty={<Empty text={t(which === 'open' ? 'noneOpen' : 'none')} />}
        more={t('more')}
      />
      {dialog === 'new' && <NewInvitation onDone={markAllStale} onClose={close} />}
      {dialog === 'end' && one && <End one={one} onClose={close} />}
    </SidePage>
  )
}

function WhichChoice({ value, onChange }: { value: Which; onChange: (which: Which) => void }) {
  const t = useText('invitations')
  return (
    <select
      className={styles.filter}
      aria-label={t('filter')}
      value={value}
      onChange={(event) => onChange(event.target.value === 'all' ? 'all' : 'open')}
    >
      <option value="open">{t('onlyOpen')}</option>
      <option value="all">{t('all')}</option>
    </select>
  )
}

function Detail({ one, onEnd }: { one: Invitation; onEnd: () => void }) {
  const t = useText('invitations')
  const f = useFormats()
  const { code, uses, used, madeAt, madeBy, endsAt, endedAt, lastUsedAt, state } = one
  return (
    <SidePart>
      <Code key={code} code={code} keyed />
      <DefinitionRows
        tight
        rows={[
          { label: t('state'), value: t(`state_${state}`) },
          { label: t('used'), value: t('usedOf', { used: f.count(used), uses: f.count(uses) }) },
          { label: t('lastUsed'), value: lastUsedAt === null ? '-' : f.date(lastUsedAt) },
          { label: t('madeAt'), note: madeByIn(t, madeBy), value: f.date(madeAt) },
          { label: t('ends'), value: f.date(endsAt) },
          ...(endedAt === null ? [] : [{ label: t('endedAt'), value: f.date(endedAt) }]),
        ]}
      />
      {state === 'open' && (
        <SideActs>
          <Button look="outline" small label={t('end')} keyCap="E" onClick={onEnd} />
        </SideActs>
      )}
    </SidePart>
  )
}

function End({ one, onClose }: { one: Invitation; onClose: () => void }) {
  const t = useText('invitations')
  const end = useWrite(endInvitation, {
    quiet: true,
    onReply: () => {
      markAllStale()
      onClose()
    },
  })
  return (
    <Confirm
      title={t('endAsk', { code: one.code })}
      text={t('endWhy')}
      confirm={t('end')}
      cancel={t('cancel')}
      busy={end.isPending}
      error={end.refusal?.msg}
      onConfirm={() => end.mutate({ id: one.id })}
      onCancel={onClose}
    />
  )
}

const madeByIn = (t: Say<'invitations'>, madeBy: number | null): string =>
  madeBy === null ? t('byCommand') : t('seat', { number: String(madeBy) })

function columnsIn(t: Say<'invitations'>, f: Formats): DataColumn<Invitation>[] {
  return [
    { id: 'code', label: t('code'), cell: ({ code }) => <code className={styles.inRow}>{code}</code> },
    {
      id: 'used',
      label: t('used'),
      right: true,
      cell: ({ used, uses }) => t('usedOf', { used: f.count(used), uses: f.count(uses) }),
    },
    {
      id: 'state',
      label: t('state'),
      whole: true,
      cell: ({ state }) => <StatusChip tone={TONES[state]} icon={null} label={t(`state_${state}`)} />,
    },
    { id: 'made', label: t('madeAt'), soft: true, cell: ({ madeAt }) => f.date(madeAt) },
    { id: 'by', label: t('madeBy'), soft: true, cell: ({ madeBy }) => madeByIn(t, madeBy) },
    { id: 'ends', label: t('ends'), soft: true, cell: ({ endsAt }) => f.date(endsAt) },
  ]
}
