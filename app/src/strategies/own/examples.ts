import { OWN_EXAMPLES, OWN_EXAMPLE_NAMES, type OwnExampleName } from '@lonja/core/strategies/own.examples'

/** The example of a name in an address; the first one for any other name. */
export const exampleOf = (name: string | null): OwnExampleName =>
  OWN_EXAMPLE_NAMES.find((example) => example === name) ?? OWN_EXAMPLE_NAMES[0]

/** The text of an example with its description as its first line, in the words of the page. */
export const exampleText = (name: OwnExampleName, what: string): string => `// ${what}\n${OWN_EXAMPLES[name]}`
