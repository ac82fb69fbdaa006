/** The header with a request's reference, which a customer can quote and the log names. */
export const REFERENCE_HEADER = 'x-request-id'
