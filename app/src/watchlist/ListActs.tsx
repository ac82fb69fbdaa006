import { useState } from 'react'
import { removeWatchlist } from '@lonja/core/watchlist/watchlist.contract'
import { Button, Buttons } from '@lonja/kit/parts/Button'
import { PencilSimpleIcon, TrashIcon } from '@lonja/kit/parts/late-icons'
import { markStale } from '@lonja/kit/reads'
import { useWrite } from '@lonja/kit/writes'
import { useText } from '@lonja/kit/text'
import { ListName } from './ListName.tsx'
import { useListName, type ListHead } from './lists.ts'
import { useWatchToast } from './useWatch.ts'
import styles from './watchlist.module.css'

/** The acts on a whole list: rename it, and remove it (except the default one). */
export function ListActs({ list, onShow }: { list: ListHead; onShow: (list: string | null) => void }) {
  const t = useText('watchlist')
  const nameOf = useListName()
  const say = useWatchToast()
  const [naming, setNaming] = useState(false)
  const name = nameOf(list)
  const remove = useWrite(removeWatchlist, {
    onReply: ({ id, removed }) => {
      markStale(['watchlist'])
      onShow(removed ? null : id)
      if (removed) say(t('listRemoved', { name }), () => remove.mutate({ id, removed: false }))
    },
  })
  return (
    <div className={styles.acts}>
      <Buttons>
        <Button look="outline" small icon={PencilSimpleIcon} label={t('rename')} onClick={() => setNaming(true)} />
        {!list.own && (
          <Button
            look="outline"
            small
            icon={TrashIcon}
            label={t('removeList', { name })}
            busy={remove.isPending}
            onClick={() => remove.mutate({ id: list.id, removed: true })}
          />
        )}
      </Buttons>
      {naming && <ListName list={{ id: list.id, name }} onClose={() => setNaming(false)} onDone={onShow} />}
    </div>
  )
}
