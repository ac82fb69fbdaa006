import { useRef, useState } from 'react'
import { submitKyc, type KycField } from '@lonja/core/kyc/kyc.contract'
import { sayMistake } from '@lonja/kit/form'
import { newId } from '@lonja/kit/ids'
import { focusFirstError } from '@lonja/kit/parts/Field'
import { toast } from '@lonja/kit/parts/toast'
import { markStale } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'
import { useUploads } from '@lonja/kit/uploads'
import {
  STEP_OF,
  blanksIn,
  keepsNumber,
  earlierPicture,
  mistakesIn,
  typedFrom,
  type Submission,
  type KycValues,
} from './form.ts'

/** The form's pictures: uploaded when chosen; earlier ones stay if they were not refused. */
function usePictures(earlier: Submission | null, { type }: KycValues) {
  const t = useText('kyc')
  const uploads = useUploads({
    use: 'kyc',
    most: 2,
    onSent: ({ slot }) => toast(slot === 'back' ? t('backDone') : t('frontDone'), { kind: 'done' }),
  })
  const at = (side: 'front' | 'back'): string | null => {
    if (side === 'back' && type === 'passport') return null
    const upload = uploads.at(side)
    if (upload) return upload.state === 'failed' ? null : upload.id
    return earlierPicture(earlier, side, type)
  }
  return { uploads, front: at('front'), back: at('back') }
}

/** The typed values and the sample drawn from them. Changing name or type drops the sample. */
function useTyped(earlier: Submission | null) {
  const [typed, setTyped] = useState<KycValues>(() => typedFrom(earlier))
  const [sample, setSample] = useState<KycValues | null>(null)
  const isOld = sample !== null && (sample.firstName !== typed.firstName || sample.lastName !== typed.lastName)
  return { typed, setTyped, sample, setSample, isOld }
}

/** Submits the identity check. `onRefusal` gets the first field at fault, if any. */
function useSubmission(onDone: () => void, onRefusal: (field: string | undefined) => void) {
  const t = useText('kyc')
  return useWrite(submitKyc, {
    onReply: () => {
      toast(t('done'), { kind: 'done' })
      markStale(['kyc', 'profile', 'notices'])
      onDone()
    },
    onRefusal: (no) => onRefusal('fields' in no ? no.fields[0]?.field : undefined),
  })
}

/** The form in three steps: its values, its errors, and its navigation. */
export function useKycForm(earlier: Submission | null, onDone: () => void) {
  const t = useText('kyc')
  const body = useRef<HTMLDivElement>(null)
  const [step, setStep] = useState<number>(earlier?.repeat[0] === undefined ? 0 : STEP_OF[earlier.repeat[0]])
  const [tried, setTried] = useState<readonly number[]>([])
  const [id] = useState(newId)
  const { typed, setTyped, sample, setSample, isOld } = useTyped(earlier)
  const { uploads, front, back } = usePictures(earlier, typed)
  const focus = (): void => void requestAnimationFrame(() => focusFirstError(body.current))
  const send = useSubmission(onDone, (field) => {
    if (field !== undefined && field in STEP_OF) setStep(STEP_OF[field as KycField])
    focus()
  })
  const form = { ...typed, front, back }
  const keeps = keepsNumber(earlier, typed)
  const mistakes = mistakesIn(form, keeps, t)
  const next = (): void => {
    const [mistake] = Object.entries(mistakes).flatMap(([field, words]) =>
      STEP_OF[field as KycField] === step ? [words] : [],
    )
    if (mistake !== undefined) {
      setTried((before) => [...before, step])
      const isWhole = blanksIn(form, keeps).every((field) => STEP_OF[field] !== step)
      sayMistake(isWhole ? mistake : t('missing'))
      return focus()
    }
    if (step === 0 && isOld) clear()
    if (step < 2) setStep(step + 1)
    else send.mutate({ ...form, id, sample: sample !== null })
  }
  const clear = (): void => {
    for (const upload of uploads.uploads) uploads.remove(upload.id)
    setSample(null)
  }
  return {
    body,
    step,
    setStep,
    typed,
    form,
    uploads,
    keeps,
    next,
    clear,
    busy: send.isPending,
    isSample: sample !== null,
    sampled: (number: string): void => {
      setTyped({ ...typed, number })
      setSample({ ...typed, number })
    },
    own: (): void => setSample(null),
    change: (more: Partial<KycValues>): void => {
      send.forget()
      setTyped((before) => ({ ...before, ...more }))
    },
    mistakeOf: (field: KycField): string | undefined =>
      (tried.includes(STEP_OF[field]) ? mistakes[field] : undefined) ?? send.mistake(field),
  }
}

export type KycFormState = ReturnType<typeof useKycForm>
