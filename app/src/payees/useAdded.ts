import { back } from '@lonja/kit/nav'
import { toast } from '@lonja/kit/parts/toast'
import { markStale } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'

/** After adding a payee: show a toast and return to the list, or to the page that needed it. */
export function useAdded(): () => void {
  const t = useText('payees')
  return () => {
    markStale(['payees'])
    toast(t('added'), { kind: 'done' })
    back()
  }
}
