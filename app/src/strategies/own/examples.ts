/** The texts to begin with, until core has them. */
export const EXAMPLES = [
  { id: 'mean', text: "import { strategy } from 'lonja'\n" },
  { id: 'breakout', text: "import { strategy } from 'lonja'\n" },
  { id: 'quotes', text: "import { strategy } from 'lonja'\n" },
] as const
export type Example = (typeof EXAMPLES)[number]
export const TYPES = ''
export const exampleOf = (id: string | null) =>
  EXAMPLES.find((example) => example.id === id) ?? EXAMPLES[0]
