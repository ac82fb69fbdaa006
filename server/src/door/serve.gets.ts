import { refusalByState, type InputOf, type Read } from '@lonja/core/base/contract'
import { asCustomer, type Answer, type Route, type WriteContext } from './serve.ts'

/** A write that the spec makes a read by its method. A repeat finds it done, so no answer is stored. */
export function onWritingRead<C extends Read>(
  call: C,
  handle: (context: WriteContext, input: InputOf<C>) => Answer<C>,
): Route {
  return {
    call,
    answer: (asked, house) =>
      asCustomer(
        asked,
        house,
        async (context) =>
          refusalByState(call, context, asked.now, asked.input) ?? handle(context, asked.input as InputOf<C>),
      ),
  }
}
