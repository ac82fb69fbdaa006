import { useState } from 'react'
import { RATING_MOST, rateThread } from '@lonja/core/support/thread.contract'
import { Button } from '@lonja/kit/parts/Button'
import { StarFillIcon, StarIcon } from '@lonja/kit/parts/icons'
import { toast } from '@lonja/kit/parts/toast'
import { markStale, useWrite } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import styles from './support.module.css'

const RATINGS = Array.from({ length: RATING_MOST }, (_one, place) => place + 1)

/** A closed thread asks for a rating from 1 to 5; the customer may also start another thread. */
export function Rating({ thread, onAnother }: { thread: string; onAnother: () => void }) {
  const t = useText('support')
  const [chosen, setChosen] = useState(0)
  const { mutate, isPending } = useWrite(rateThread, {
    onReply: () => {
      markStale(['support'])
      toast(t('thanks'), { kind: 'done' })
      onAnother()
    },
  })
  return (
    <div className={styles.rating}>
      <fieldset>
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
        <p className={styles.chosen} aria-hidden>
          {chosen === 0 ? t('chooseStars') : t('stars', { rating: chosen, most: RATING_MOST })}
        </p>
      </fieldset>
      <div className={styles.acts}>
        <Button look="outline" label={t('another')} onClick={onAnother} />
        <Button
          label={chosen === 0 ? t('rate') : t('rateWith', { rating: chosen, most: RATING_MOST })}
          disabled={chosen === 0}
          busy={isPending}
          onClick={() => mutate({ thread, rating: chosen })}
        />
      </div>
    </div>
  )
}
