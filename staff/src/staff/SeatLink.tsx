import { useRef, useState } from 'react'
import type { ReplyOf, Role } from '@lonja/core/base/contract'
import { makeSeatLink } from '@lonja/core/staff/seats.staff.contract'
import { houseBase } from '@lonja/kit/call'
import { copyText } from '@lonja/kit/clipboard'
import { useFormats } from '@lonja/kit/formats'
import { Button } from '@lonja/kit/parts/Button'
import { Dialog } from '@lonja/kit/parts/Dialog'
import { toast } from '@lonja/kit/parts/toast'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'
import { RoleChoice } from './RoleChoice.tsx'
import styles from './forms.module.css'

/** A one-time link for a new seat: shown once here, and stored nowhere. `takesTwo`: a second admin confirms it. */
export function SeatLink({ takesTwo, onClose }: { takesTwo: boolean; onClose: () => void }) {
  const t = useText('staff')
  const [roles, setRoles] = useState<Role[]>([])
  const [link, setLink] = useState<ReplyOf<typeof makeSeatLink> | null>(null)
  const make = useWrite(makeSeatLink, { quiet: true, onReply: setLink })
  if (link) return <ShownLink seatLink={link} onClose={onClose} />
  return (
    <Dialog
      title={t('newLink')}
      onClose={onClose}
      actions={
        <>
          <Button look="outline" label={t('cancel')} onClick={onClose} />
          <Button
            label={t('makeLink')}
            busy={make.isPending}
            waitsFor={roles.length === 0 ? t('oneRole') : undefined}
            onClick={() => make.mutate({ roles })}
          />
        </>
      }
    >
      <RoleChoice value={roles} onChange={setRoles} />
      <p>{t(takesTwo ? 'linkTakesTwo' : 'atOnce')}</p>
      <p role="alert" className={styles.wrong}>
        {make.refusal?.msg}
      </p>
    </Dialog>
  )
}

function ShownLink({ seatLink, onClose }: { seatLink: ReplyOf<typeof makeSeatLink>; onClose: () => void }) {
  const t = useText('staff')
  const f = useFormats()
  const shown = useRef<HTMLElement>(null)
  const link = new URL(seatLink.path.replace(/^\//, ''), houseBase()).href
  const copy = () =>
    void copyText(link, shown.current).then((done) =>
      toast(t(done ? 'copied' : 'copyByHand'), done ? { kind: 'done' } : {}),
    )
  return (
    <Dialog
      title={t('linkMade')}
      onClose={onClose}
      actions={
        <>
          <Button look="outline" label={t('closeIt')} onClick={onClose} />
          <Button label={t('copyLink')} onClick={copy} />
        </>
      }
    >
      <p>{t(seatLink.waits ? 'linkWaits' : 'linkOnce', { until: f.date(seatLink.endsAt) })}</p>
      <code ref={shown} className={styles.secret}>
        {link}
      </code>
    </Dialog>
  )
}
