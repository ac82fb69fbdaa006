import { int4, int8, orNull, shapeOf, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'

/** The runs of one strategy of the house in one version, over all customers. */
export interface StrategySums {
  readonly strategy: string
  readonly version: number
  readonly runs: number
  readonly over: number
  readonly lost: number
  readonly resultBps: number | null
  readonly feesBps: number | null
  readonly drawdownBps: number | null
}
const SUM_ALL = sql(
  'sum_runs_by_strategy',
  `select strategy, version, count(*) as runs, count(end_value) as over,
     count(*) filter (where end_value < budget) as lost,
     round(avg((end_value - budget) * 10000.0 / budget))::int4 as result_bps,
     round(avg(end_fees * 10000.0 / budget) filter (where end_value is not null))::int4 as fees_bps,
     max(drawdown_bps) filter (where end_value is not null) as drawdown_bps
   from runs where own is null group by strategy, version`,
  shapeOf<StrategySums>({
    strategy: word('strategy'),
    version: int4('version'),
    runs: int8('runs'),
    over: int8('over'),
    lost: int8('lost'),
    resultBps: orNull(int4<number>('result_bps')),
    feesBps: orNull(int4<number>('fees_bps')),
    drawdownBps: orNull(int4<number>('drawdown_bps')),
  }),
)

export const sumByStrategy = (tx: Tx): Promise<StrategySums[]> => tx.run(SUM_ALL, [])
