import { lawOf, type Books } from '../ledger/laws.verify.ts'

/** The law of reviews: two people wherever one does not suffice. */
export const REVIEW_BOOKS: Books = {
  counted: { reviews: 'reviews' },
  laws: [
    lawOf(
      'opinions',
      'every decision of a review has its opinions: of one seat, or of two that agree',
      `select r.customer, null::int8 as number, r.kind as cause_kind, r.record as cause,
         format('%s, with %s opinions of %s seats', r.state, coalesce(said.opinions, 0), coalesce(said.seats, 0)) as differs
       from reviews r
       left join (
         select review, round, count(*) as opinions, count(distinct seat) as seats, count(distinct step) as sides, min(step) as side
         from review_steps where person is not null group by review, round
       ) as said on said.review = r.id and said.round = r.round
       where (r.state in ('offered', 'approved', 'refused') and (
           said.review is null or said.seats <> said.opinions or said.sides <> 1
           or said.side <> case r.state when 'refused' then 'refuse' else 'approve' end
         )) or (r.ended_at is null and r.state <> 'offered' and said.opinions > 1)`,
    ),
  ],
}
