interface Message {
  readonly code: string
  readonly earlier: readonly { readonly code: string }[]
}

/** The codes of messages with the earlier steps behind each, newest first. */
export const codesIn = (messages: readonly Message[]): string[] =>
  messages.flatMap(({ code, earlier }) => [code, ...earlier.map((step) => step.code)])
