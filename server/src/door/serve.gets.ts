import { refusalByState, type InputOf, type Read } from '@lonja/core/base/contract'
import { asCustomer, type Answer, type Route, type WriteContext } from './serve.ts'

/** A write that the spec makes a read by its method. A repeat finds it done, so no answer is stored. */
export function onWritingRead<C extends Read>(
  call: C,
  handle: (context: WriteContext, input: InputOf<C>) => Answer<C>,
): Route {
  return {
    call,
    answer: (request, house) =>
      asCustomer(
        request,
        house,
        async (context) =>
          refusalByState(call, context, request.now, request.input) ?? handle(context, request.input as InputOf<C>),
      ),
  }
}
