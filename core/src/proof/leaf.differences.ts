import type { ReplyOf } from '../base/contract.ts'
import type { readOrder } from '../orders/story.contract.ts'

type Fill = ReplyOf<typeof readOrder>['fills'][number]

/** The fields of a leaf that differ from the receipt of the fill. Prices are in ten-thousandths, cash in cents. */
export function receiptDifferences(
  leaf: Readonly<Record<string, string | null>>,
  order: string,
  { id, shares, price, at, cost, fee, feeTable, feeBps, quote, conversion, posting }: Fill,
): string[] {
  const receipt: Readonly<Record<string, string | number | bigint | null>> = {
    row: 'fill',
    fill: id,
    order,
    shares,
    price,
    at,
    cost: cost.units,
    fee: fee.units,
    feeTable,
    feeBps,
    posting,
    quoteAt: quote.at,
    bid: quote.bid,
    ask: quote.ask,
    bidSize: quote.bidSize,
    askSize: quote.askSize,
    source: quote.source,
    paid: conversion?.paid.units ?? null,
    received: conversion?.received.units ?? null,
    markup: conversion?.markup.units ?? null,
    rate: conversion?.rate ?? null,
  }
  return Object.entries(receipt)
    .filter(([name, value]) => leaf[name] !== (value === null ? null : String(value)))
    .map(([name]) => name)
}
