import { useText } from '@lonja/kit/text'

/** The words for who let a seat in, by the number of that seat; null is a link from the command line. */
export function useLetIn(): (by: number | null) => string {
  const t = useText('accounts')
  return (by) => (by === null ? t('letInByCommand') : t('letInBy', { seat: by }))
}
