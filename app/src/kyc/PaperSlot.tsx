import { readPicture } from '@lonja/core/pictures/pictures.contract'
import { FileButton } from '@lonja/kit/parts/FileButton'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { XIcon } from '@lonja/kit/parts/page-icons'
import { UploadState } from '@lonja/kit/parts/PictureList'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import type { FileChoice, Uploads } from '@lonja/kit/uploads'
import styles from './kyc.module.css'
import { CameraIcon, PaperIcon } from './paper-icons.tsx'

interface SlotProps {
  side: 'front' | 'back'
  name: string
  uploads: Uploads
  /** The earlier picture, which stays unless another is chosen. */
  earlier: string | null
  error: string | undefined
  isWrong: boolean
  onChosen: () => void
}

/** One side of the document: its preview, its upload progress, and the buttons to choose one. */
export function PaperSlot(props: SlotProps) {
  const t = useText('kyc')
  const { side, name, uploads, earlier, isWrong } = props
  const choose = (chosen: readonly FileChoice[]): void => {
    props.onChosen()
    uploads.add(chosen.slice(0, 1), side)
  }
  const isThere = uploads.at(side) !== null || earlier !== null
  return (
    <fieldset className={styles.slot} aria-invalid={isWrong || undefined} tabIndex={isWrong ? -1 : undefined}>
      <legend>{name}</legend>
      <Preview {...props} />
      <Progress {...props} />
      <div role="alert" className={styles.wrong}>
        {props.error}
      </div>
      <div className={styles.ways}>
        <FileButton look="text" small label={isThere ? t('change') : t('choose')} onChosen={choose} />
        {!isThere && <FileButton look="text" small icon={CameraIcon} camera label={t('photo')} onChosen={choose} />}
      </div>
    </fieldset>
  )
}

/** The chosen picture, or the earlier one. */
function Preview({ side, name, uploads, earlier }: SlotProps) {
  const upload = uploads.at(side)
  if (!upload && earlier !== null) return <Kept id={earlier} name={name} />
  return <Paper name={name} src={upload?.preview ?? null} />
}

function Kept({ id, name }: { id: string; name: string }) {
  const { data } = useRead(readPicture, { id }, { quiet: true })
  return <Paper name={name} src={data ? `data:${data.type};base64,${data.base64}` : null} />
}

/** A document, watermarked as practice. */
function Paper({ name, src }: { name: string; src: string | null }) {
  const t = useText('kyc')
  return (
    <div className={styles.paper}>
      {src === null ? (
        <PaperIcon size={32} />
      ) : (
        <>
          <img src={src} alt={t('preview', { side: name })} />
          <span className={styles.mark} aria-hidden>
            {t('practice')}
          </span>
        </>
      )}
    </div>
  )
}

function Progress({ side, name, uploads, earlier }: SlotProps) {
  const t = useText('kyc')
  const u = useText('pictures')
  const upload = uploads.at(side)
  if (!upload)
    return <div className={styles.progress}>{earlier !== null && <span className={styles.kept}>{t('kept')}</span>}</div>
  return (
    <div className={styles.progress}>
      <UploadState of={upload} onAgain={() => uploads.again(upload.id)} />
      {upload.state === 'sending' && (
        <IconButton icon={XIcon} size={20} label={u('stop', { name })} onClick={() => uploads.remove(upload.id)} />
      )}
    </div>
  )
}
