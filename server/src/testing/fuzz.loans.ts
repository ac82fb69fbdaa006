import { OPINIONS } from '@lonja/core/review/review.contract'
import { LOAN_LISTS } from '@lonja/core/loans/loans.contract'
import { newId } from '../base/ids.ts'
import { loanForm } from '../loans/loans.testing.ts'
import { maybe, paged, type Dice, type Fields } from './fuzz.dice.ts'

const opinionOn = (chance: Dice, approval: string): Fields => {
  const opinion = chance.pick(OPINIONS)
  return { id: newId(), opinion, reason: opinion === 'approve' ? approval : 'customer_asked', seen: '' }
}

/** Valid inputs for the calls on loans. None of these customers may borrow, so that there is no loan. */
export const LOANS = {
  readLoanTerms: (): Fields => ({}),
  listLoans: (_who: object, chance: Dice): Fields => ({
    list: chance.pick(LOAN_LISTS),
    ...paged(chance),
    ...maybe(chance, () => ({ cursor: chance.pick([`1.${newId()}`, '1', 'x.y']) })),
  }),
  readLoan: (): Fields => ({ id: newId() }),
  applyForLoan: (_who: object, chance: Dice): Fields => ({
    ...loanForm(),
    amount: chance.pick(['100000.00', '0.01', '8000000.01']),
  }),
  cancelLoan: (): Fields => ({ id: newId() }),
  repayLoan: (_who: object, chance: Dice): Fields => ({
    id: newId(),
    loan: newId(),
    amount: chance.pick(['1.00', '0.00', '-5.00']),
  }),
  cancelRepayment: (): Fields => ({ id: newId() }),
  openLoan: (): Fields => ({ id: newId() }),
  decideLoan: (_who: object, chance: Dice): Fields => opinionOn(chance, 'requirements_met'),
  openRepayment: (): Fields => ({ id: newId() }),
  decideRepayment: (_who: object, chance: Dice): Fields => opinionOn(chance, 'amount_held'),
} as const
