import { expect, test } from 'vitest'
import { CATALOGUES } from '../base/texts.ts'

const HEADLINE = /^(earnings|move|index)_(up|down|flat)_\d$/

test.each(['cn', 'tw'] as const)('a headline in Chinese never leaves its figure alone on a line: %s', (language) => {
  const headlines = Object.entries(CATALOGUES[language].news).filter(([key]) => HEADLINE.test(key))
  expect(headlines.length).toBeGreaterThan(15)
  // A line may break after a pause; elsewhere a figure stays with the word before it.
  expect(headlines.filter(([, sentence]) => / (?=\{)|(?<=\}) /.test(sentence))).toEqual([])
})
