import { back } from '@lonja/kit/nav'
import { toast } from '@lonja/kit/parts/toast'
import { markStale } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'

/** A payee was added: it is said, and the way leads back to the list, or to where it was needed. */
export function useAdded(): () => void {
  const t = useText('payees')
  return () => {
    markStale(['payees'])
    toast(t('added'), { kind: 'done' })
    back()
  }
}
