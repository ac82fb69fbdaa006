import { useRef, useState } from 'react'
import { checkClaim, otpauthFor } from '@lonja/core/staff/staff.rules'
import { claimSeat, readSeatLink } from '@lonja/core/staff/staff.contract'
import type { ReplyOf } from '@lonja/core/base/contract'
import { useForm } from '@lonja/kit/form'
import { useFormats } from '@lonja/kit/formats'
import { replacePage } from '@lonja/kit/nav'
import { Button } from '@lonja/kit/parts/Button'
import { ErrorView, Loading } from '@lonja/kit/parts/states'
import { Field } from '@lonja/kit/parts/Field'
import { QrCode } from '@lonja/kit/parts/QrCode'
import { useRead } from '@lonja/kit/reads'
import { knownMarks } from '@lonja/kit/session'
import { useText, type Say, type TextKey } from '@lonja/kit/text'
import { copyText } from '@lonja/kit/clipboard'
import { toast } from '@lonja/kit/parts/toast'
import { CODE_MOST, takeSeat } from './seat.ts'
import { roleNames } from './roles.ts'
import styles from './forms.module.css'

type LinkReply = ReplyOf<typeof readSeatLink>

/** Claim a seat by its one-time link: a name, a password, and a code from this person's device. */
export function Claim({ link }: { link: string }) {
  const t = useText('staff')
  // Each answer has another secret, so the one on the screen stays until the page is left.
  const { data, error, refetch } = useRead(readSeatLink, { link }, { quiet: true })
  const [opened, setOpened] = useState<LinkReply | null>(null)
  if (data && !opened) setOpened(data)
  if (opened) return <ClaimForm link={link} opened={opened} />
  if (!error) return <Loading />
  const again = 'outage' in error ? { onRetry: () => void refetch() } : {}
  return (
    <>
      <h1 className="said">{t('claimTitle')}</h1>
      <ErrorView title={t('linkShut')} text={error.msg} {...again} />
      <Button look="text" label={t('toSignIn')} onClick={() => replacePage('/')} />
    </>
  )
}

const WRONG = {
  name_too_long: 'nameLong',
  seat_password_short: 'passwordShort',
  password_common: 'passwordGuessable',
  password_guessable: 'passwordGuessable',
  password_is_name: 'passwordName',
  passwords_differ: 'passwordsDiffer',
} as const satisfies Partial<Record<string, TextKey<'staff'>>>
const MISSING = {
  name: 'nameMissing',
  password: 'passwordShort',
  again: 'passwordsDiffer',
  code: 'codeWanted',
} as const

type ClaimValues = Readonly<Record<'name' | 'password' | 'again' | 'phone' | 'code', string>>

/** A valid form: each field is checked alone beside these values. */
const WELL = { name: 'x', password: 'a fine window', again: 'a fine window', code: '0' }

/** The form's errors in every field at once. The rule reports only the first, so each field is checked by itself. */
function mistakesIn(t: Say<'staff'>, link: string, setUp: string, typed: ClaimValues) {
  const mistakeOf = (field: keyof typeof MISSING, part: Partial<ClaimValues>): string | undefined => {
    const wrong = checkClaim({ link, setUp, ...WELL, ...part }, false)
    if (wrong?.field !== field) return undefined
    return t(wrong.refused === 'missing_information' ? MISSING[field] : WRONG[wrong.refused])
  }
  const { password, again, phone, code } = typed
  const name = typed.name.trim() === '' ? WELL.name : typed.name
  return {
    name: mistakeOf('name', { name: typed.name }),
    password: mistakeOf('password', { name, password, again: password, phone }),
    again: mistakeOf('again', { password, again }),
    phone: undefined,
    code: mistakeOf('code', { code }),
  }
}

function ClaimForm({ link, opened }: { link: string; opened: LinkReply }) {
  const t = useText('staff')
  const f = useFormats()
  const { setUp } = opened
  const form = useForm({
    call: claimSeat,
    first: { name: '', password: '', again: '', phone: '', code: '' },
    mistakes: (typed) => mistakesIn(t, link, setUp, typed),
    input: ({ phone, ...typed }) => ({
      link,
      setUp,
      ...typed,
      marks: knownMarks(),
      ...(phone.trim() === '' ? {} : { phone }),
    }),
    onReply: (session) => {
      takeSeat(session)
      replacePage('/')
    },
  })
  return (
    <form ref={form.ref} className={styles.form} onSubmit={form.submit} noValidate>
      <h1>{t('claimTitle')}</h1>
      <p className={styles.note}>
        {t('claimWhat', { roles: roleNames(t, f, opened.roles), until: f.date(opened.endsAt) })}
      </p>
      <Field label={t('name')} hint={t('nameHint')} autoComplete="username" {...form.field('name')} />
      <Field
        label={t('newPassword')}
        type="password"
        autoComplete="new-password"
        hint={t('passwordHint')}
        {...form.field('password')}
      />
      <Field label={t('again')} type="password" autoComplete="new-password" {...form.field('again')} />
      <Field label={t('phone')} type="tel" hint={t('phoneHint')} {...form.field('phone')} />
      <SetUp name={form.typed.name} secret={opened.secret} />
      <Field
        label={t('code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        hint={t('codeHint')}
        maxLength={CODE_MOST}
        {...form.field('code')}
      />
      <p role="alert" className={styles.wrong}>
        {form.elsewhere}
      </p>
      <Button label={t('claim')} type="submit" busy={form.busy} waitsFor={form.waitsFor} />
    </form>
  )
}

/** The secret of the one-time codes, as a QR code and as text to type. */
function SetUp({ name, secret }: { name: string; secret: string }) {
  const t = useText('staff')
  const spaced = secret.replace(/(.{4})(?=.)/g, '$1 ')
  const shown = useRef<HTMLElement>(null)
  const copy = () =>
    void copyText(secret, shown.current).then((done) =>
      toast(t(done ? 'copied' : 'copyByHand'), done ? { kind: 'done' } : {}),
    )
  return (
    <section className={styles.setUp} aria-label={t('codes')}>
      <QrCode text={otpauthFor(name.trim() === '' ? t('seatWord') : name.trim(), secret)} label={t('qr')} size={132} />
      <div>
        <h2>{t('codes')}</h2>
        <p className={styles.note}>{t('codesHow')}</p>
        <code ref={shown} className={styles.secret}>
          {spaced}
        </code>
        <Button look="outline" small label={t('copySecret')} onClick={copy} />
      </div>
    </section>
  )
}
