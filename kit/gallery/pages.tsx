import { eur, priceE4, usd } from '@lonja/core/base/amount'
import { toneFor } from '@lonja/core/base/formats'
import { useFormats } from '@lonja/kit/formats'
import { Amount, Figure } from '@lonja/kit/parts/Amount'
import { Block, Card, GroupHead, Notice, Section } from '@lonja/kit/parts/blocks'
import { Button, Buttons } from '@lonja/kit/parts/Button'
import { Change, HeroChange } from '@lonja/kit/parts/Change'
import { Chip, Chips, StatusChip } from '@lonja/kit/parts/Chip'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { Confirm } from '@lonja/kit/parts/Dialog'
import { Field } from '@lonja/kit/parts/Field'
import * as icons from '@lonja/kit/parts/icons'
import { IconButton } from '@lonja/kit/parts/IconButton'
import { InstrumentRow } from '@lonja/kit/parts/InstrumentRow'
import { Keypad } from '@lonja/kit/parts/Keypad'
import { LineChart } from '@lonja/kit/parts/LineChart'
import { List } from '@lonja/kit/parts/List'
import { NumberField } from '@lonja/kit/parts/NumberField'
import { Price } from '@lonja/kit/parts/Price'
import { Row } from '@lonja/kit/parts/Row'
import { Screen } from '@lonja/kit/parts/Screen'
import { Segments } from '@lonja/kit/parts/Segments'
import { OptionSheet, Select } from '@lonja/kit/parts/Select'
import { Slider } from '@lonja/kit/parts/Slider'
import { SortHeader, type Sort } from '@lonja/kit/parts/SortHeader'
import { Empty, ErrorView, Loading, SkeletonRows } from '@lonja/kit/parts/states'
import { Stepper } from '@lonja/kit/parts/Stepper'
import { Tabs } from '@lonja/kit/parts/Tabs'
import { Timeline } from '@lonja/kit/parts/Timeline'
import { toast } from '@lonja/kit/parts/toast'
import { Checkbox, Switch } from '@lonja/kit/parts/toggles'
import { useEffect, useState } from 'react'
import { CandlesPage } from './candles.tsx'

const back = () => history.back()
const walk = (seed: number, length: number, start: number) => {
  let value = start
  let state = seed
  return Array.from({ length }, () => {
    state = (state * 1103515245 + 12345) % 2147483648
    return (value += (state / 2147483648 - 0.49) * start * 0.004)
  })
}

const NAMES = [
  'Orbela Telecom',
  'Bahía Verde Energía',
  'Lumbre Motor',
  'Veltrán Ferroviaria e Infraestructuras',
  'Ríos y Salvat',
]
const ITEMS = Array.from({ length: 9000 }, (_, index) => {
  const points = walk(index + 7, 40, 20)
  const last = points.at(-1) ?? 20
  return {
    id: `XMAD:L${index}`,
    name: NAMES[index % 5] ?? '',
    points,
    price: BigInt(Math.round(last * 10000)) * (index % 9 === 4 ? 900n : 1n),
  }
})

function useTicking(): bigint {
  const [by, setBy] = useState(0n)
  useEffect(() => {
    const timer = setInterval(() => setBy((before) => (before === 0n ? 300n : before === 300n ? -200n : 0n)), 1_000)
    return () => clearInterval(timer)
  }, [])
  return by
}

function Live({ at, dense }: { at: number; dense: boolean }) {
  const item = ITEMS[at]!
  const by = useTicking()
  const price = priceE4(item.price + (at % 3 === 0 ? by : 0n))
  const bps = at % 7 === 3 ? 0n : ((item.price - 200_000n) * 10_000n) / 200_000n
  return (
    <InstrumentRow
      name={item.name}
      caption={dense ? `L${at} · 9,84 M` : `L${at} · Madrid`}
      points={item.points}
      previous={20}
      tone={toneFor(bps)}
      price={<Price of={price} {...(dense ? {} : { currency: 'EUR' as const })} />}
      change={<Change bps={bps} />}
      dense={dense}
      href={`?page=instrument&of=${item.id}`}
      onLongPress={() =>
        toast('Añadido a favoritos', { kind: 'done', undo: { label: 'Deshacer', onUndo: () => toast('Deshecho') } })
      }
    />
  )
}

function Market() {
  const [tab, setTab] = useState('active')
  const [market, setMarket] = useState('es')
  const [sort, setSort] = useState<Sort<'name' | 'volume' | 'last' | 'day'>>({ by: 'volume', down: true })
  const tabs = ['Todos', 'Suben', 'Bajan', 'Activos', 'Populares', 'Radar', 'Resultados'].map((label, index) => ({
    value: index === 3 ? 'active' : label,
    label,
  }))
  return (
    <Screen
      header={
        <div
          style={{
            display: 'flex',
            alignItems: 'center',
            padding: '4px var(--gutter)',
            justifyContent: 'space-between',
          }}
        >
          <div style={{ width: '60%' }}>
            <Segments
              label="Mercado"
              options={[
                { value: 'es', label: 'España' },
                { value: 'us', label: 'EE. UU.' },
              ]}
              value={market}
              onChange={setMarket}
            />
          </div>
          <IconButton icon={icons.MagnifyingGlassIcon} label="Buscar" onClick={() => toast('Contraseña cambiada')} />
          <IconButton
            icon={icons.SlidersHorizontalIcon}
            label="Filtros"
            onClick={() => toast('Saldo insuficiente. La frase queda también junto al campo.', { kind: 'error' })}
          />
        </div>
      }
      onRefresh={() => new Promise((done) => setTimeout(done, 1000))}
    >
      <Tabs label="Listas" tabs={tabs} value={tab} onChange={setTab}>
        <List
          label="Activos"
          items={ITEMS}
          keyOf={(item) => item.id}
          row={(_, index) => <Live at={index} dense={tab === 'active'} />}
          rowHeight={tab === 'active' ? 50 : 58}
          header={
            <SortHeader
              label="Ordenar"
              columns={[
                { by: 'name', label: 'Nombre', upFirst: true },
                { by: 'volume', label: 'Volumen' },
                { by: 'last', label: 'Último', right: true },
                { by: 'day', label: 'Día', right: true },
              ]}
              sort={sort}
              onSort={setSort}
            />
          }
          empty={<Empty text="Todavía no hay nada" />}
          end="No hay más."
        />
      </Tabs>
    </Screen>
  )
}

function Instrument() {
  const f = useFormats()
  const [span, setSpan] = useState('1d')
  const [tab, setTab] = useState('a')
  const [star, setStar] = useState(true)
  const by = useTicking()
  const from = Date.UTC(2026, 10, 20, 23)
  const values = walk(42, 870, 17.28)
  const points = values.map((value, index) => ({ at: from + index * 60_000, value }))
  return (
    <Screen
      title="BVE"
      caption="Bolsa de Madrid"
      onBack={back}
      right={
        <>
          <IconButton icon={icons.BellIcon} label="Avisos" dot onClick={() => {}} />
          <IconButton
            icon={star ? icons.StarFillIcon : icons.StarIcon}
            accent={star}
            pressed={star}
            label="Favorito"
            onClick={() => setStar(!star)}
          />
        </>
      }
      dock={
        <Buttons>
          <Button look="outline" label="Vender" second={`a ${f.price(priceE4(174500n), 'EUR')}`} />
          <Button label="Comprar" second={`a ${f.price(priceE4(174700n), 'EUR')}`} />
        </Buttons>
      }
    >
      <Section>
        <h2>Bahía Verde Energía</h2>
        <Price of={priceE4(174600n + by)} currency="EUR" size={32} />
        <div style={{ display: 'flex', justifyContent: 'space-between' }}>
          <HeroChange bps={115n} by={priceE4(2000n)} currency="EUR" />
          <span>Abierto · 14:32:07</span>
        </div>
        <LineChart
          summary="Hoy: de 17,28 € a 17,46 €, +1,15%."
          points={points}
          session={{ from, to: from + 24 * 3_600_000 }}
          previous={17.26}
          words={{ high: 'Máx', low: 'Mín', previous: 'Cierre ant.' }}
          formatValue={(value) => f.number(value)}
          formatTime={(at) => f.clock(at)}
        />
        <Segments
          plain
          label="Periodo"
          options={['1d', '1s', '1m', '3m', '1a', 'Máx'].map((value) => ({ value, label: value.toUpperCase() }))}
          value={span}
          onChange={setSpan}
        />
      </Section>
      <Tabs
        label="Apartados"
        tabs={[
          { value: 'a', label: 'Resumen' },
          { value: 'b', label: 'Empresa' },
          { value: 'c', label: 'Noticias', count: 2 },
          { value: 'd', label: 'Avisos' },
        ]}
        value={tab}
        onChange={setTab}
      >
        <Section>
          <DefinitionRows
            columns={2}
            rows={[
              { label: 'Apertura', value: '17,28' },
              { label: 'Cierre anterior', value: '17,26' },
              { label: 'Máximo', value: '17,57' },
              { label: 'Mínimo', value: '17,13' },
              { label: 'Volumen', value: f.big(6_210_000n) },
              { label: 'Cap. bursátil', value: f.bigAmount(eur(314_200_000_000n)) },
            ]}
          />
        </Section>
        <Section>
          <Block>
            <div style={{ display: 'flex', justifyContent: 'space-between' }}>
              <Figure label="Tu posición" value="420 acciones" />
              <Amount label="Valor 7.333,20 €" of={eur(55042n)} result align="end" />
            </div>
          </Block>
        </Section>
      </Tabs>
    </Screen>
  )
}

function Ticket() {
  const f = useFormats()
  const [side, setSide] = useState('buy')
  const [kind, setKind] = useState('limit')
  const [lever, setLever] = useState('2')
  const [shares, setShares] = useState<bigint | null>(100n)
  const [limit, setLimit] = useState<bigint | null>(174000n)
  const [valid, setValid] = useState('day')
  const [sheet, setSheet] = useState(false)
  const compact = kind === 'limit'
  return (
    <Screen
      title="Bahía Verde Energía"
      caption="BVE · Bolsa de Madrid"
      onBack={back}
      dockFloats
      dock={
        <>
          <DefinitionRows
            tight
            rows={[
              { label: 'Coste y comisión', note: '100 × 17,40 + 1,74', value: f.amount(eur(174174n)) },
              { label: 'Retenido, como máximo', value: f.amount(eur(87087n)) },
              { label: 'Margen usado', note: '2×', value: f.amount(eur(87087n)) },
              { label: 'Peor caso', note: 'nunca más de lo tuyo', value: f.amount(eur(-87087n)), tone: 'loss' },
              { label: 'Te queda disponible', value: f.amount(eur(1154749n)), total: true },
            ]}
          />
          <Button
            label={`Comprar ${f.count(shares)} BVE a 17,40 € o menos`}
            second="hasta el cierre de hoy, 1.741,74 € como máximo"
          />
          <Keypad
            label="Teclado"
            always={new URLSearchParams(location.search).has('pad')}
            side={['25%', '50%', '75%', 'Máx'].map((label, index) => ({
              label,
              onPress: () => setShares(BigInt(356 * (index + 1))),
            }))}
          />
        </>
      }
    >
      <Section>
        <Segments
          label="Lado"
          options={[
            { value: 'buy', label: 'Comprar', second: 'a 17,47 €' },
            { value: 'sell', label: 'Vender', second: 'a 17,45 €' },
          ]}
          value={side}
          onChange={setSide}
        />
      </Section>
      <Section>
        <div style={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 12 }}>
          <Segments
            labelShown
            label="Orden"
            options={[
              { value: 'market', label: 'Mercado' },
              { value: 'limit', label: 'Límite' },
            ]}
            value={kind}
            onChange={setKind}
          />
          <Segments
            labelShown
            label="Apalancamiento"
            options={['1', '2', '5'].map((value) => ({ value, label: `${value}×` }))}
            value={lever}
            onChange={setLever}
          />
        </div>
      </Section>
      <Section>
        <div style={{ display: 'grid', gridTemplateColumns: compact ? '1fr 1fr' : '1fr', gap: 12 }}>
          <Stepper
            label="Acciones"
            labelRight="Máx 1.424"
            value={shares}
            onChange={setShares}
            max={1424n}
            compact={compact}
            keypad
          />
          {compact && (
            <NumberField
              label="Precio límite"
              labelRight="-0,41%"
              value={limit}
              decimals={4}
              onChange={setLimit}
              unit="€"
              tall
              keypad
            />
          )}
        </div>
        {!compact && (
          <>
            <Slider
              label="Parte"
              value={Number(((shares ?? 0n) * 100n) / 1424n)}
              onChange={(share) => setShares((1424n * BigInt(share)) / 100n)}
            />
            <Chips label="Atajos" spread>
              {['25%', '50%', '75%', 'Máx'].map((label, index) => (
                <Chip key={label} act label={label} onClick={() => setShares(BigInt(356 * (index + 1)))} />
              ))}
            </Chips>
          </>
        )}
        <Select
          label="Válida"
          options={[
            { value: 'day', label: 'Hasta el cierre de hoy' },
            { value: 'gtc', label: 'Hasta que la canceles' },
          ]}
          value={valid}
          onChange={setValid}
        />
        <Button look="text" small label="Opciones" onClick={() => setSheet(true)} />
      </Section>
      {sheet && (
        <OptionSheet
          label="Válida"
          options={Array.from({ length: 9 }, (_, index) => ({ value: `v${index}`, label: `Opción ${index}` }))}
          value="v2"
          onChange={() => {}}
          onClose={() => setSheet(false)}
        />
      )}
    </Screen>
  )
}

function Form() {
  const [phone, setPhone] = useState('655 301 774')
  const [word, setWord] = useState('pino-faro-48')
  const [again, setAgain] = useState('')
  const [amount, setAmount] = useState<bigint | null>(1320000n)
  const [note, setNote] = useState(
    'Un texto que ya casi llega al final de lo que cabe en este campo, que son ciento cuarenta letras, ni una más.',
  )
  const [on, setOn] = useState(true)
  const [agreed, setAgreed] = useState(false)
  return (
    <Screen
      title="Crear cuenta"
      onBack={back}
      right={<Button look="text" small label="ES" icon={icons.TranslateIcon} />}
      dock={<Button label="Crear cuenta de práctica" />}
    >
      <Section>
        <div style={{ display: 'grid', gap: 16 }}>
          <Field label="Teléfono" type="tel" prefix="+34" ok value={phone} onChange={setPhone} />
          <Field
            label="Contraseña"
            type="password"
            value={word}
            onChange={setWord}
            labelRight={<a href="#x">La he olvidado</a>}
            checks={[
              { done: word.length >= 6, text: '6 caracteres o más' },
              { done: true, text: 'No es de las más usadas' },
            ]}
          />
          <Field
            label="Repite la contraseña"
            type="password"
            value={again}
            onChange={setAgain}
            checks={[{ done: again === word, text: 'Las dos coinciden: faltan 3 caracteres' }]}
          />
          <NumberField
            label="Importe que retiras"
            value={amount}
            decimals={2}
            unit="€"
            onChange={setAmount}
            error="Saldo insuficiente. Tienes 12.418,36 € disponibles."
          />
          <NumberField label="Importe" value={null} decimals={2} unit="€" onChange={() => {}} hint="Mínimo 10,00 €" />
          <Field label="Nota" type="area" value={note} onChange={setNote} />
          <Select
            boxed
            label="Divisa"
            options={[
              { value: 'EUR', label: 'Euro' },
              { value: 'USD', label: 'Dólar' },
            ]}
            value="EUR"
            onChange={() => {}}
          />
          <Switch label="Avisos en el móvil" note="De órdenes y decisiones" checked={on} onChange={setOn} />
          <Checkbox
            label="He leído y acepto las reglas de la casa"
            checked={agreed}
            onChange={setAgreed}
            error={agreed ? null : 'Hace falta para seguir.'}
          />
          <Notice title="Esto es práctica, no inversión">
            El dinero y las empresas son inventados y Lonja no es un bróker autorizado. Si alguien te pide dinero de
            verdad para entrar aquí, es un engaño.
          </Notice>
        </div>
      </Section>
    </Screen>
  )
}

function States() {
  const [asking, setAsking] = useState(location.search.includes('ask'))
  return (
    <Screen
      title="Halvorsen Deep Sea Cable & Interconnection Holdings"
      caption="HDSC · NYSE"
      onBack={back}
      right={
        <>
          <IconButton icon={icons.BellIcon} label="Avisos" onClick={() => {}} />
          <IconButton icon={icons.StarIcon} label="Favorito" onClick={() => {}} />
        </>
      }
    >
      <SkeletonRows rows={3} />
      <Empty text="Todavía no hay órdenes en curso" action="Ver el mercado" onAction={() => setAsking(true)} />
      <ErrorView
        title="No hemos podido cargar tus posiciones"
        text="El servidor no respondió en 20 segundos. Tu dinero y tus órdenes no cambian."
        onRetry={() => {}}
      />
      <Section
        title="Estados"
        right={<IconButton icon={icons.SealCheckIcon} accent label="Comprobar" onClick={() => {}} />}
      >
        <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
          <StatusChip label="Pendiente" tone="warn" />
          <StatusChip label="En revisión" tone="accent" />
          <StatusChip label="Ejecutada" tone="gain" />
          <StatusChip label="Rechazada" tone="loss" />
          <StatusChip label="Anulada" tone="grey" />
        </div>
      </Section>
      <Section>
        <div style={{ display: 'grid', gap: 8 }}>
          <Buttons>
            <Button label="Comprar" />
            <Button look="soft" label="Depositar" />
          </Buttons>
          <Buttons>
            <Button look="outline" label="Vender" />
            <Button look="text" label="Ver detalle" />
          </Buttons>
          <Buttons>
            <Button label="Comprar" disabled />
            <Button label="Enviar" busy busyLabel="Enviando" />
          </Buttons>
          <Button label="Comprar" waitsFor="vuelve con la conexión" />
          <Buttons>
            <Button label="Comprar o vender" small />
            <Button look="soft" label="Depositar" small />
            <Button look="soft" label="Retirar" small />
          </Buttons>
        </div>
      </Section>
      <Chips label="Filtros">
        {['Todo', 'Órdenes', 'Dinero', 'Cuenta', 'Casa', 'MA 20'].map((label, index) => (
          <Chip
            key={label}
            label={label}
            chosen={index === 0 || index === 5}
            removable={index === 5}
            count={index === 0 ? 2 : undefined}
            onClick={() => {}}
          />
        ))}
      </Chips>
      <Section>
        <Card>
          <Timeline
            label="Historia"
            steps={[
              {
                label: 'Solicitada',
                at: '20/11/2026 18:02:14',
                note: 'Por ti, con tu contraseña de operaciones',
                state: 'done',
              },
              {
                label: 'Rechazada',
                at: '21/11/2026 09:41:07',
                note: 'Tesorería, segunda persona · mismo motivo',
                state: 'bad',
              },
              {
                label: '1.500,00 € liberados',
                at: '21/11/2026 09:41:07',
                note: 'Otra vez disponibles · asiento 48.203',
                state: 'good',
              },
              { label: 'Enviada', note: 'Antes de 48 h', state: 'next' },
            ]}
          />
        </Card>
      </Section>
      <div style={{ height: 120 }}>
        <Loading />
      </div>
      {asking && (
        <Confirm
          title="¿Seguro que quieres vender?"
          text="Se venden 140 BVE, lote T-19877, a mercado: al precio de compra de la próxima cotización, unos 17,45 €."
          rows={[
            { label: 'Recibes, unos', value: '2.440,56 €' },
            { label: 'Resultado, unos', value: '+97,42 €', tone: 'gain' },
          ]}
          confirm="Vender 140"
          cancel="Volver"
          onConfirm={() => setAsking(false)}
          onCancel={() => setAsking(false)}
        />
      )}
    </Screen>
  )
}

function Rows() {
  const items = Array.from({ length: 30 }, (_, index) => index)
  return (
    <Screen
      title="Operar"
      large
      right={<IconButton icon={icons.MagnifyingGlassIcon} label="Buscar" onClick={() => {}} />}
    >
      <Section>
        <Amount label="Disponible en euros" of={eur(1241836n)} size={32} />
        <HeroChange bps={36n} byCents={14525n} currency="EUR" note="hoy" />
        <Amount label="En dólares" of={usd(-184206501n)} size={20} result />
      </Section>
      <GroupHead right="Saldo">Hoy, 21/11/2026</GroupHead>
      <Row
        icon={icons.LockSimpleIcon}
        iconBoxed
        title="Retención por retirada"
        caption="12:30:11 · R-3311"
        value="-500,00"
        valueCaption="12.418,36 €"
        onClick={() => {}}
      />
      <Row
        icon={icons.WalletIcon}
        title="Carteras y tarjetas"
        value={<span style={{ fontWeight: 400 }}>3</span>}
        caret
        href="#a"
      />
      <Row
        unread
        title="Retirada pedida: 500,00 €"
        caption="Retenidos. Se revisa antes del 23/11 a las 12:30."
        value="12:30:11"
        wraps
        onClick={() => {}}
      />
      <List
        label="Filas"
        items={items}
        keyOf={String}
        row={(index) => (
          <Row
            title={`Fila ${index}`}
            caption="Veltrán Ferroviaria e Infraestructuras del Norte"
            middle={<StatusChip label="2×" tone="accent" />}
            value="4.984,40 US$"
            valueCaption="+250,07 · +5,28%"
            onClick={() => {}}
          />
        )}
        empty={null}
        end="No hay más."
      />
    </Screen>
  )
}

export const PAGES: Record<string, () => React.JSX.Element> = {
  market: Market,
  instrument: Instrument,
  ticket: Ticket,
  form: Form,
  states: States,
  rows: Rows,
  candles: CandlesPage,
}
