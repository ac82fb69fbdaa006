import { DOCUMENT_TYPES } from '@lonja/core/kyc/kyc.contract'
import { numberCheck, plainNumber } from '@lonja/core/kyc/kyc.rules'
import { Button } from '@lonja/kit/parts/Button'
import { Field } from '@lonja/kit/parts/Field'
import { LockSimpleIcon } from '@lonja/kit/parts/late-icons'
import { Segments } from '@lonja/kit/parts/Segments'
import { useText } from '@lonja/kit/text'
import { earlierPicture, sideName, type Submission } from './form.ts'
import styles from './kyc.module.css'
import { PaperIcon } from './paper-icons.tsx'
import { PaperSlot } from './PaperSlot.tsx'
import { drawSample, sampleNumber } from './sample.ts'
import type { KycFormState } from './useKycForm.ts'

type Props = { of: KycFormState; earlier: Submission | null }

const sidesOf = (type: 'id_card' | 'passport') =>
  type === 'passport' ? (['front'] as const) : (['front', 'back'] as const)

/** The second step: the sample document first, then type, number and pictures of the document. */
export function KycPaper({ of, earlier }: Props) {
  const t = useText('kyc')
  const { typed, uploads, mistakeOf } = of
  return (
    <div className={styles.fields}>
      <Sample of={of} />
      <Document of={of} earlier={earlier} />
      <p className={styles.soft}>{t('whatFits')}</p>
      <div className={styles.slots}>
        {sidesOf(typed.type).map((side) => {
          const isSame = earlier?.type === typed.type && earlier.repeat.includes(side) && !uploads.at(side)
          return (
            <PaperSlot
              key={side}
              side={side}
              name={sideName(side, typed.type, t)}
              uploads={uploads}
              earlier={earlierPicture(earlier, side, typed.type)}
              error={isSame ? t('samePicture') : mistakeOf(side)}
              isWrong={mistakeOf(side) !== undefined}
              onChosen={of.own}
            />
          )
        })}
      </div>
      <p className={styles.sealed}>
        <LockSimpleIcon size={22} />
        {t('sealed')}
      </p>
    </div>
  )
}

/** Use a sample instead of real documents: it is drawn with the typed data and uploaded like any picture. */
function Sample({ of: { typed, uploads, isSample, sampled } }: { of: KycFormState }) {
  const t = useText('kyc')
  const draw = async (): Promise<void> => {
    const number = sampleNumber()
    const sides = sidesOf(typed.type)
    const title = typed.type === 'passport' ? t('samplePassport') : t('sampleTitle')
    const words = { title, mark: t('sampleMark'), nobody: t('sampleVoid') }
    const drawn = await Promise.all(sides.map((side) => drawSample({ ...typed, side, number, words })))
    for (const [at, file] of drawn.entries()) {
      const side = sides[at] ?? 'front'
      uploads.add([{ name: `${sideName(side, typed.type, t)}.jpg`, file }], side)
    }
    sampled(number)
  }
  return (
    <div className={styles.sample}>
      <PaperIcon size={28} className={styles.sampleIcon} />
      <div>
        <h2>{t('noReal')}</h2>
        <p>{t('noRealWhy')}</p>
      </div>
      <Button look="outline" label={isSample ? t('anotherSample') : t('makeSample')} onClick={() => void draw()} />
    </div>
  )
}

function Document({ of: { typed, change, clear, keeps, isSample, mistakeOf }, earlier }: Props) {
  const t = useText('kyc')
  const isDoubtful = numberCheck(typed.type, plainNumber(typed.number)) === 'does_not_fit'
  const earlierNumber = keeps ? t('numberKept', { number: earlier?.number ?? '' }) : undefined
  return (
    <>
      <Segments
        label={t('type')}
        labelShown
        options={DOCUMENT_TYPES.map((value) => ({ value, label: t(value) }))}
        value={typed.type}
        onChange={(type) => {
          clear()
          change({ type, number: '' })
        }}
      />
      <Field
        label={t('number')}
        labelRight={isSample ? t('fromSample') : undefined}
        value={typed.number}
        maxLength={40}
        autoCapitalize="characters"
        autoComplete="off"
        onChange={(number) => change({ number })}
        error={mistakeOf('number')}
        hint={isDoubtful ? t('numberDoubt') : earlierNumber}
      />
    </>
  )
}
