import { listPayees } from '@lonja/core/payees/payees.contract'
import { Button } from '@lonja/kit/parts/Button'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'
import { exampleFor, type EXAMPLES } from './payee.ts'

/** An example to practise with that is not on the list yet; nothing if all of them are. */
export function UseExample({ of, onUse }: { of: keyof typeof EXAMPLES; onUse: (example: string) => void }) {
  const t = useText('payees')
  const { data } = useRead(listPayees, {}, { quiet: true })
  const example = exampleFor(of, data?.rows ?? [])
  return example === null ? null : <Button look="text" small label={t('useExample')} onClick={() => onUse(example)} />
}
