import type { Icon } from './icons.tsx'
import { CircleIcon, MinusCircleIcon, WarningCircleFillIcon } from './late-icons.tsx'
import { CheckCircleFillIcon } from './page-icons.tsx'
import { cx } from './cx.ts'
import styles from './CheckStep.module.css'

export type StepState = 'open' | 'new' | 'holds' | 'breaks' | 'cannot'

const ICONS: Readonly<Record<StepState, Icon>> = {
  open: CircleIcon,
  new: CircleIcon,
  holds: CheckCircleFillIcon,
  breaks: WarningCircleFillIcon,
  cannot: MinusCircleIcon,
}

interface CheckStepProps {
  state: StepState
  /** The state in words, for a screen reader. */
  words: string
  title: string
  why?: string
}

/** A step of a check with its state: an item of a list. */
export function CheckStep({ state, words, title, why }: CheckStepProps) {
  const Shape = ICONS[state]
  return (
    <li className={cx(styles.step, styles[state])}>
      <Shape size={22} label={words} />
      <div>
        <p>{title}</p>
        {why !== undefined && <p className={styles.why}>{why}</p>}
      </div>
    </li>
  )
}
