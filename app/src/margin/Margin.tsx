import { currencyFor, tickerOf } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { levelOf } from '@lonja/core/margin/judging.rules'
import { readMargin, type CloseOutReply } from '@lonja/core/margin/margin.contract'
import { useFormats } from '@lonja/kit/formats'
import { back, hrefTo } from '@lonja/kit/nav'
import { Notice, Section } from '@lonja/kit/parts/blocks'
import { DefinitionRows } from '@lonja/kit/parts/DefinitionRows'
import { Row } from '@lonja/kit/parts/Row'
import { Screen } from '@lonja/kit/parts/Screen'
import { Empty, ErrorView, SkeletonRows } from '@lonja/kit/parts/states'
import { useRead } from '@lonja/kit/reads'
import { useText } from '@lonja/kit/text'

type Reply = ReplyOf<typeof readMargin>

/** The margin of the account: its level, the lots that the house has financed, and the close-outs with their evidence. */
export function Margin() {
  const t = useText('margin')
  const { data, error, refetch } = useRead(readMargin, {})
  return (
    <Screen title={t('title')} onBack={back} onRefresh={() => refetch()} readOnly>
      {!data && error && <ErrorView title={t('failed')} text={error.msg} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows line={false} />}
      {data && <Account account={data} />}
    </Screen>
  )
}

function Account({ account: { standing, lots, closeOuts } }: { account: Reply }) {
  const t = useText('margin')
  return (
    <>
      <Section title={t('now')}>{standing ? <Standing standing={standing} /> : <Notice>{t('noRate')}</Notice>}</Section>
      {lots.length > 0 && (
        <Section title={t('lots')}>
          {lots.map((lot) => (
            <Lot key={lot.lot} lot={lot} />
          ))}
        </Section>
      )}
      <Section title={t('closeOuts')}>
        <Notice tone="ground">{t('rule')}</Notice>
        {closeOuts.length === 0 ? (
          <Empty text={t('none')} />
        ) : (
          closeOuts.map((closeOut) => <CloseOut key={closeOut.id} closeOut={closeOut} />)
        )}
      </Section>
    </>
  )
}

function Standing({ standing }: { standing: NonNullable<Reply['standing']> }) {
  const t = useText('margin')
  const f = useFormats()
  const { currency: asset, equity, used, financed, levelBps } = standing
  return (
    <DefinitionRows
      rows={[
        { label: t('equity'), value: f.amount({ asset, units: equity }) },
        { label: t('used'), value: f.amount({ asset, units: used }) },
        { label: t('financed'), value: f.amount({ asset, units: financed }) },
        { label: t('level'), value: levelBps === null ? t('noLevel') : f.rate(BigInt(levelBps)) },
      ]}
    />
  )
}

function Lot({ lot }: { lot: Reply['lots'][number] }) {
  const t = useText('margin')
  const f = useFormats()
  const { listing, number, currency, shares, cost, leverage, financed, used, closeOutPrice } = lot
  const amount = (units: bigint) => f.amount({ asset: currency, units })
  return (
    <>
      <h3>{t('lot', { shares: f.count(shares), code: tickerOf(listing), number })}</h3>
      <DefinitionRows
        rows={[
          { label: t('cost'), value: amount(cost) },
          { label: t('leverage'), value: t('times', { leverage: String(leverage) }) },
          { label: t('financed'), value: amount(financed) },
          { label: t('used'), value: amount(used) },
          ...(closeOutPrice === null ? [] : [{ label: t('closeOutPrice'), value: f.price(closeOutPrice, currency) }]),
        ]}
      />
    </>
  )
}

/** One close-out: why, on which quotes, and the orders that it placed. */
function CloseOut({ closeOut }: { closeOut: CloseOutReply }) {
  const t = useText('margin')
  const f = useFormats()
  const { minute, currency: asset, equity, usedOpen, rate, quotes, orders } = closeOut
  const level = levelOf({ equity, used: usedOpen }) ?? 0n
  return (
    <>
      <h3>{f.date(minute)}</h3>
      <DefinitionRows
        rows={[
          { label: t('equity'), value: f.amount({ asset, units: equity }) },
          { label: t('usedOpen'), value: f.amount({ asset, units: usedOpen }) },
          { label: t('level'), value: f.rate(level) },
          ...(rate === null ? [] : [{ label: t('rate'), value: f.exchange(rate) }]),
          ...quotes.map(({ listing, name, at, last }) => ({
            label: t('quote', { name }),
            value:
              last === null || at === null
                ? t('noPrice')
                : t('priceAt', { price: f.price(last, currencyFor(listing)), at: f.date(at) }),
          })),
        ]}
      />
      {orders.map(({ order, name, number, shares }) => (
        <Row
          key={order}
          title={t('closed', { shares: f.count(shares), name })}
          caption={t('ofLot', { number })}
          href={hrefTo('/subPackages/trade/detail', { id: order })}
        />
      ))}
    </>
  )
}
