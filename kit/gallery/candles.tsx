import { changeBps } from '@lonja/core/base/formats'
import { useFormats } from '@lonja/kit/formats'
import { CandleChart } from '@lonja/kit/parts/CandleChart'
import { INDICATORS, type Indicator } from '@lonja/kit/parts/candles'
import { Chip, Chips } from '@lonja/kit/parts/Chip'
import { TableIcon } from '@lonja/kit/parts/icons'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { Screen } from '@lonja/kit/parts/Screen'
import { useState } from 'react'

const DAY = 86_400_000
let state = 9
const chance = () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648
let last = 16
const CANDLES = Array.from({ length: 60 }, (_, index) => {
  const open = last
  const close = (last = open * (1 + (chance() - 0.46) * 0.03))
  const high = Math.max(open, close) * (1 + chance() * 0.01)
  const low = Math.min(open, close) * (1 - chance() * 0.01)
  return { at: Date.UTC(2026, 8, 20) + index * DAY, open, high, low, close, volume: Math.round(chance() * 6e6) }
})

export function CandlesPage() {
  const f = useFormats()
  const [chosen, setChosen] = useState<readonly Indicator[]>(
    location.search.includes('all') ? ['BOLL', 'MACD', 'KDJ'] : ['MA'],
  )
  const [table, setTable] = useState(location.search.includes('table'))
  return (
    <Screen
      title="BVE"
      caption="Bolsa de Madrid"
      onBack={() => history.back()}
      right={<IconButton icon={TableIcon} pressed={table} label="Tabla" onClick={() => setTable(!table)} />}
    >
      <CandleChart
        summary="En 1 mes: de 16,40 € a 17,46 €, +6,49%. Máximo 17,48 €, mínimo 16,05 €."
        candles={CANDLES}
        series="BVE 1M"
        indicators={chosen}
        asTable={table}
        words={{
          date: 'Día',
          open: 'A',
          high: 'Máx',
          low: 'Mín',
          close: 'C',
          change: 'Var.',
          volume: 'Vol.',
          full: 'Pantalla completa',
          small: 'Reducir',
        }}
        formats={{
          value: (value) => f.number(value),
          volume: (volume) => f.big(Math.round(volume)),
          axisDate: (at) => f.shortDay(at),
          date: (at) => f.day(at),
          change: (from, to) => f.bps(changeBps(BigInt(Math.round(from * 1e4)), BigInt(Math.round(to * 1e4)))),
        }}
      />
      <Chips label="Indicadores">
        {INDICATORS.map((name) => (
          <Chip
            key={name}
            label={name}
            removable
            chosen={chosen.includes(name)}
            onClick={() => setChosen(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name])}
          />
        ))}
      </Chips>
    </Screen>
  )
}
