import type { Model } from './model.features.ts'

/* Written by `npm run train-model`, which writes the same bytes each time. Nobody edits it. */

export const MODEL: Model = {
  version: 1,
  seed: 'lonja model 0',
  listings: 40,
  sessions: 10,
  samples: 21198,
  hash: 'd910b3eab778e08f5529f79850384722c8f39e53b2543f263c6f1849c76d14d1',
  spanMinutes: 5,
  windowMinutes: 60,
  horizonMinutes: 60,
  spread: 9.48215536869614,
  weights: [
    { name: 'change_5', mean: -0.000024387226769148973, scale: 0.0020053803656341334, weight: 0.5277955293474264 },
    { name: 'change_15', mean: -0.00008436686085330295, scale: 0.003587303576061961, weight: 1.7581076376873628 },
    { name: 'change_60', mean: -0.00012048570525629398, scale: 0.007772284100948, weight: 11.014380838382989 },
    { name: 'deviation_60', mean: 0.0018663555658098817, scale: 0.0008844104973853592, weight: -3.1938775677452633 },
    { name: 'from_vwap', mean: -0.00008709788120096663, scale: 0.010321061086523656, weight: -5.027209620180652 },
    { name: 'place_in_range', mean: -0.0007344779757551451, scale: 0.324582439410328, weight: -1.3518533392127456 },
    { name: 'range', mean: 0.021378128393734167, scale: 0.012723317566150385, weight: -0.2823326484498564 },
    { name: 'time', mean: 0.002568215192047614, scale: 0.19612425580557707, weight: -1.6463253863286442 },
  ],
  outOfSample: {
    houses: 200,
    days: 1000,
    sessions: 2000,
    fills: 102219,
    net: { mean: -10.3, lower: -14.4, upper: -6.2 },
    gross: { mean: -0.3, lower: -3.97, upper: 3.36 },
  },
}
