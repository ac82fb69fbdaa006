import { useId, useState } from 'react'
import { RATING_MOST, rateThread } from '@lonja/core/support/thread.contract'
import { sayMistake, useTries } from '@lonja/kit/form'
import { Button } from '@lonja/kit/parts/Button'
import { StarFillIcon, StarIcon } from '@lonja/kit/parts/icons'
import { toast } from '@lonja/kit/parts/toast'
import { markStale } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'
import styles from './support.module.css'

const RATINGS = Array.from({ length: RATING_MOST }, (_one, place) => place + 1)

/** A closed thread asks for a rating from 1 to 5; the customer may also start another thread. */
export function Rating({ thread, onAnother }: { thread: string; onAnother: () => void }) {
  const t = useText('support')
  const [chosen, setChosen] = useState(0)
  const { ref, tried, count } = useTries<HTMLDivElement>()
  const note = useId()
  const isMissing = tried && chosen === 0
  const { mutate, isPending } = useWrite(rateThread, {
    onReply: () => {
      markStale(['support'])
      toast(t('thanks'), { kind: 'done' })
      onAnother()
    },
  })
  const submit = () => {
    if (chosen > 0) return mutate({ thread, rating: chosen })
    count()
    sayMistake(t('chooseStars'))
  }
  return (
    <div ref={ref} className={styles.rating}>
      <fieldset
        role="radiogroup"
        tabIndex={-1}
        aria-invalid={isMissing || undefined}
        aria-describedby={isMissing ? note : undefined}
      >
        <legend>{t('helped')}</legend>
        <div className={styles.stars}>
          {RATINGS.map((rating) => (
            <label key={rating}>
              <input
                type="radio"
                name="rating"
                className="said"
                value={rating}
                checked={chosen === rating}
                onChange={() => setChosen(rating)}
              />
              <span className="said">{t('stars', { rating, most: RATING_MOST })}</span>
              {rating <= chosen ? <StarFillIcon size={32} /> : <StarIcon size={32} />}
            </label>
          ))}
        </div>
        <p id={note} className={isMissing ? styles.missing : styles.chosen} aria-hidden={!isMissing}>
          {chosen === 0 ? t('chooseStars') : t('stars', { rating: chosen, most: RATING_MOST })}
        </p>
      </fieldset>
      <div className={styles.acts}>
        <Button look="outline" label={t('another')} onClick={onAnother} />
        <Button
          label={chosen === 0 ? t('rate') : t('rateWith', { rating: chosen, most: RATING_MOST })}
          busy={isPending}
          onClick={submit}
        />
      </div>
    </div>
  )
}
