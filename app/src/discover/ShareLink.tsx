import { copyText } from '@lonja/kit/clipboard'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { ShareNetworkIcon } from '@lonja/kit/parts/page-icons'
import { toast } from '@lonja/kit/parts/toast'
import { useText } from '@lonja/kit/text'

/** Share the page's address through the device if possible, otherwise copy it. */
export function ShareLink({ name }: { name: string }) {
  const t = useText('discover')
  const say = useText('app')
  const copy = async () => {
    const copied = await copyText(location.href, null)
    if (copied) toast(say('copied'), { kind: 'done' })
    else toast(t('linkNotCopied', { link: location.href }), { kind: 'error' })
  }
  const share = async () => {
    if (!('share' in navigator)) return copy()
    try {
      await navigator.share({ title: name, url: location.href })
    } catch (error) {
      // Closing the share sheet is no failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copy()
    }
  }
  return <IconButton icon={ShareNetworkIcon} size={20} label={t('share')} onClick={() => void share()} />
}
