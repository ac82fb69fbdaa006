import { useReducer, useRef, useState } from 'react'
import type { Acceptance } from '@lonja/core/documents/documents.rules'
import { APPLICANT_FIELDS, applyForLoan, type ApplicantField } from '@lonja/core/loans/loans.contract'
import { checkApplicant, type Applicant } from '@lonja/core/loans/loans.rules'
import { isSameHolder } from '@lonja/core/payees/payees.rules'
import { storePicture } from '@lonja/core/pictures/pictures.contract'
import { useFormats } from '@lonja/kit/formats'
import { sayMistake } from '@lonja/kit/form'
import { newId } from '@lonja/kit/ids'
import { focusFirstError } from '@lonja/kit/parts/Field'
import { toast } from '@lonja/kit/parts/toast'
import { useText, type Say } from '@lonja/kit/text'
import { upload } from '@lonja/kit/upload'
import { useWrite } from '@lonja/kit/writes'
import { staleAfterLoan, type LoanFacts } from './loan.ts'
import { NO_STROKES, pictureOf, strokesAfter } from './strokes.ts'

export type LoanStep = 0 | 1 | 2
export type SignedHow = 'drawn' | 'typed'

type LoanField = 'amount' | ApplicantField | 'agreement' | 'signature' | 'signedName'
const STEP_OF = (field: LoanField): LoanStep =>
  field === 'amount' ? 0 : (APPLICANT_FIELDS as readonly string[]).includes(field) ? 1 : 2

const FORM_TEXTS = {
  missing_information: 'missing',
  name_form: 'nameForm',
  document_number_form: 'numberForm',
  postal_address_form: 'addressForm',
  phone_digits: 'phoneForm',
  email_form: 'emailForm',
} as const

/** The mistakes of the applicant's fields: all missing ones, or the first whose form is wrong. */
function applicantMistakes(applicant: Applicant, t: Say<'loans'>): Partial<Record<ApplicantField, string>> {
  const wrong = checkApplicant(applicant)
  if (!wrong) return {}
  const fields = (wrong.fields ?? [wrong.field]) as ApplicantField[]
  return Object.fromEntries(fields.map((field) => [field, t(FORM_TEXTS[wrong.refused])]))
}

/** An application in three steps. One form has one id: a second tap is the same application. */
export function useLoanForm(facts: LoanFacts, onDone: (id: string) => void) {
  const t = useText('loans')
  const f = useFormats()
  const body = useRef<HTMLFormElement>(null)
  const [id] = useState(newId)
  const [step, setStep] = useState<LoanStep>(0)
  const [tried, setTried] = useState<readonly LoanStep[]>([])
  const [amount, setAmount] = useState<bigint | null>(facts.least)
  const [applicant, setApplicant] = useState<Applicant>({
    name: facts.name ?? '',
    number: '',
    address: '',
    phone: facts.phone,
    email: '',
  })
  const [agreement, setAgreement] = useState<Acceptance | null>(null)
  const [how, setHow] = useState<SignedHow>('drawn')
  const [strokes, tellStrokes] = useReducer(strokesAfter, NO_STROKES)
  const [signedName, setSignedName] = useState('')
  const [isUploading, setUploading] = useState(false)

  const mistakes: Partial<Record<LoanField, string>> = {
    ...(amount === null || amount < facts.least || amount > facts.left
      ? { amount: t('outside', { least: inEuros(facts.least), most: inEuros(facts.left) }) }
      : {}),
    ...applicantMistakes(applicant, t),
    ...(agreement === null ? { agreement: t('agreeFirst') } : {}),
    ...(how === 'drawn' && strokes.drawn.length === 0 ? { signature: t('signFirst') } : {}),
    ...(how === 'typed' && !isSameHolder(signedName, facts.name ?? '') ? { signedName: t('nameDiffers') } : {}),
  }
  function inEuros(units: bigint): string {
    return f.amount({ asset: 'EUR', units })
  }
  const focus = (): void => void requestAnimationFrame(() => focusFirstError(body.current))
  const send = useWrite(applyForLoan, {
    onReply: () => {
      staleAfterLoan()
      toast(t('done'), { kind: 'done' })
      onDone(id)
    },
    onRefusal: (no) => {
      staleAfterLoan()
      const field = 'fields' in no ? (no.fields[0]?.field as LoanField | undefined) : undefined
      if (field !== undefined) setStep(STEP_OF(field))
      focus()
    },
  })
  const changed =
    <Value>(set: (value: Value) => void) =>
    (value: Value): void => {
      set(value)
      send.forget()
    }

  /** Uploads the drawn signature under an id of its own; null after a failure, which is said. */
  async function storeSignature(): Promise<string | null> {
    const picture = newId()
    setUploading(true)
    const blob = await pictureOf(strokes.drawn)
    const answer = blob && (await upload(storePicture, { id: picture, use: 'signature' }, blob))
    setUploading(false)
    if (answer && 'reply' in answer) return picture
    toast(answer ? ('refusal' in answer ? answer.refusal.msg : answer.failure.msg) : t('noPicture'), { kind: 'error' })
    return null
  }

  async function submit(): Promise<void> {
    const signature = how === 'drawn' ? await storeSignature() : null
    if (how === 'drawn' && signature === null) return
    send.mutate({
      id,
      amount: amount ?? 0n,
      ...applicant,
      agreement,
      signature,
      signedName: how === 'typed' ? signedName : null,
    })
  }

  return {
    body,
    step,
    setStep,
    amount,
    setAmount: changed<bigint | null>(setAmount),
    applicant,
    setField: (field: ApplicantField) => changed((value: string) => setApplicant((own) => ({ ...own, [field]: value }))),
    agreement,
    setAgreement: changed<Acceptance | null>(setAgreement),
    how,
    setHow,
    strokes,
    tellStrokes,
    signedName,
    setSignedName: changed<string>(setSignedName),
    /** True once the typed name is the verified one. */
    isNamed: mistakes.signedName === undefined,
    mistake: (field: LoanField): string | undefined =>
      (tried.includes(STEP_OF(field)) ? mistakes[field] : undefined) ?? send.mistake(field),
    elsewhere: send.refusal && !('fields' in send.refusal && send.refusal.fields.length > 0) ? send.refusal.msg : null,
    busy: send.isPending || isUploading,
    next: (event?: { preventDefault(): void }): void => {
      event?.preventDefault()
      const [wrong] = (Object.keys(mistakes) as LoanField[]).filter((field) => STEP_OF(field) === step)
      if (wrong !== undefined) {
        setTried((before) => [...before, step])
        sayMistake(mistakes[wrong] ?? '')
        return focus()
      }
      if (step < 2) setStep((step + 1) as LoanStep)
      else void submit()
    },
  }
}

export type LoanForm = ReturnType<typeof useLoanForm>
