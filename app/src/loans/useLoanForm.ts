import { useReducer, useRef, useState, type RefObject } from 'react'
import type { Acceptance } from '@lonja/core/documents/documents.rules'
import { APPLICANT_FIELDS, applyForLoan, type ApplicantField } from '@lonja/core/loans/loans.contract'
import { checkApplicant, type Applicant } from '@lonja/core/loans/loans.rules'
import { isSameHolder } from '@lonja/core/payees/payees.rules'
import { storePicture } from '@lonja/core/pictures/pictures.contract'
import { sayMistake } from '@lonja/kit/form'
import { newId } from '@lonja/kit/ids'
import { focusFirstError } from '@lonja/kit/parts/Field'
import { toast } from '@lonja/kit/parts/toast'
import { useText, type Say } from '@lonja/kit/text'
import { upload } from '@lonja/kit/upload'
import { useWrite } from '@lonja/kit/writes'
import { staleAfterLoan, useEuros, type LoanFacts } from './loan.ts'
import { NO_STROKES, pictureOf, strokesAfter, type Strokes } from './strokes.ts'

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
  phone_digits: 'phoneDigits',
  email_form: 'emailForm',
} as const

/** The mistakes of the applicant's fields: all missing ones, or the first whose form is wrong. */
function applicantMistakes(applicant: Applicant, t: Say<'loans'>): Partial<Record<ApplicantField, string>> {
  const wrong = checkApplicant(applicant, true)
  if (!wrong) return {}
  const fields = (wrong.fields ?? [wrong.field]) as ApplicantField[]
  return Object.fromEntries(fields.map((field) => [field, t(FORM_TEXTS[wrong.refused])]))
}

/** The fields of an application, and what is wrong with each. */
function useLoanFields(facts: LoanFacts) {
  const t = useText('loans')
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
  const inEuros = useEuros()
  const isOutside = amount !== null && (amount < facts.least || amount > facts.left)
  const mistakes: Partial<Record<LoanField, string>> = {
    ...(amount === null ? { amount: t('missing') } : {}),
    ...(isOutside ? { amount: t('outside', { least: inEuros(facts.least), most: inEuros(facts.left) }) } : {}),
    ...applicantMistakes(applicant, t),
    ...(agreement === null ? { agreement: t('agreeFirst') } : {}),
    ...(how === 'drawn' && strokes.drawn.length === 0 ? { signature: t('signFirst') } : {}),
    ...(how === 'typed' && !isSameHolder(signedName, facts.name ?? '')
      ? { signedName: t(signedName.trim() === '' ? 'signFirst' : 'nameDiffers') }
      : {}),
  }
  return {
    fields: { amount, applicant, agreement, how, strokes, signedName },
    set: { setAmount, setApplicant, setAgreement, setHow, tellStrokes, setSignedName },
    mistakes,
  }
}

type LoanFields = ReturnType<typeof useLoanFields>['fields']

/** Uploads a drawn signature under an id of its own. The id is null after a failure, which a toast says. */
function useSignature() {
  const t = useText('loans')
  const [isUploading, setUploading] = useState(false)
  // An application that is sent again names the same picture: with another it would be another application under one id.
  const stored = useRef<{ drawn: Strokes['drawn']; picture: string } | null>(null)
  async function store({ strokes }: LoanFields): Promise<string | null> {
    if (stored.current?.drawn === strokes.drawn) return stored.current.picture
    const picture = newId()
    setUploading(true)
    const blob = await pictureOf(strokes.drawn)
    const answer = blob && (await upload(storePicture, { id: picture, use: 'signature' }, blob))
    setUploading(false)
    if (answer && 'reply' in answer) {
      stored.current = { drawn: strokes.drawn, picture }
      return picture
    }
    toast(answer ? ('refusal' in answer ? answer.refusal.msg : answer.failure.msg) : t('noPicture'), { kind: 'error' })
    return null
  }
  return { isUploading, store }
}

/** The steps of the form, of which each shows its mistakes once it was tried. */
function useSteps(body: RefObject<HTMLFormElement | null>, mistakes: Partial<Record<LoanField, string>>) {
  const [step, setStep] = useState<LoanStep>(0)
  const [tried, setTried] = useState<readonly LoanStep[]>([])
  const focus = (): void => void requestAnimationFrame(() => focusFirstError(body.current))
  function next(submit: () => void): void {
    const [wrong] = (Object.keys(mistakes) as LoanField[]).filter((field) => STEP_OF(field) === step)
    if (wrong === undefined) return step < 2 ? setStep((step + 1) as LoanStep) : submit()
    setTried((before) => [...before, step])
    sayMistake(mistakes[wrong] ?? '')
    focus()
  }
  const mistake = (field: LoanField): string | undefined =>
    tried.includes(STEP_OF(field)) ? mistakes[field] : undefined
  return { step, setStep, focus, next, mistake }
}

/** An application in three steps. One form has one id: a second tap is the same application. */
export function useLoanForm(facts: LoanFacts, onDone: (id: string) => void) {
  const t = useText('loans')
  const body = useRef<HTMLFormElement>(null)
  const [id] = useState(newId)
  const { fields, set, mistakes } = useLoanFields(facts)
  const { isUploading, store } = useSignature()
  const steps = useSteps(body, mistakes)
  const send = useWrite(applyForLoan, {
    onReply: () => {
      staleAfterLoan()
      toast(t('done'), { kind: 'done' })
      onDone(id)
    },
    onRefusal: (no) => {
      staleAfterLoan()
      const field = 'fields' in no ? (no.fields[0]?.field as LoanField | undefined) : undefined
      if (field !== undefined) steps.setStep(STEP_OF(field))
      steps.focus()
    },
  })

  async function submit(): Promise<void> {
    const { how, amount, applicant, agreement, signedName } = fields
    const signature = how === 'drawn' ? await store(fields) : null
    if (how === 'drawn' && signature === null) return
    const signed = { agreement, signature, signedName: how === 'typed' ? signedName : null }
    send.mutate({ id, amount: amount ?? 0n, ...applicant, ...signed })
  }

  return {
    body,
    step: steps.step,
    setStep: steps.setStep,
    ...fields,
    ...set,
    setAmount: send.forgetting<bigint | null>(set.setAmount),
    setField: (field: ApplicantField) =>
      send.forgetting((value: string) => set.setApplicant((own) => ({ ...own, [field]: value }))),
    setAgreement: send.forgetting<Acceptance | null>(set.setAgreement),
    setSignedName: send.forgetting<string>(set.setSignedName),
    /** True while no loan of the amount is given. */
    isOutside: mistakes.amount !== undefined,
    /** True once the typed name is the verified one. */
    isNamed: mistakes.signedName === undefined,
    mistake: (field: LoanField): string | undefined => steps.mistake(field) ?? send.mistake(field),
    elsewhere: send.refusal && !('fields' in send.refusal && send.refusal.fields.length > 0) ? send.refusal.msg : null,
    busy: send.isPending || isUploading,
    next: (event?: { preventDefault(): void }): void => {
      event?.preventDefault()
      steps.next(() => void submit())
    },
  }
}

export type LoanForm = ReturnType<typeof useLoanForm>
