import { useMemo } from 'react'
import type { PartWords } from './parts/words.tsx'
import { useText } from './text.ts'

/** The few texts that parts contain themselves. */
export function usePartTexts(): PartWords {
  const t = useText('parts')
  return useMemo(
    () => ({
      back: t('back'),
      close: t('close'),
      retry: t('retry'),
      loading: t('loading'),
      refreshing: t('refreshing'),
      refreshed: t('refreshed'),
      pull: t('pull'),
      release: t('release'),
      reveal: t('reveal'),
      conceal: t('conceal'),
      more: t('more'),
      less: t('less'),
      erase: t('erase'),
      remove: t('remove'),
      ascending: t('ascending'),
      descending: t('descending'),
      dayToday: (day) => t('dayToday', { day }),
      dayYesterday: (day) => t('dayYesterday', { day }),
      dayUnread: t('dayUnread'),
      figureUnread: t('figureUnread'),
      figureAmbiguous: t('figureAmbiguous'),
      figureDecimals: t('figureDecimals'),
      figureLong: t('figureLong'),
    }),
    [t],
  )
}
