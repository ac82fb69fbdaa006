/**
 * The days on which the exchanges close, or close early, as announced by them.
 *
 * New York: NYSE Group's holiday and early closings calendars (2013; 2021 to 2028), and the day of mourning of 9 January
 * 2025. Madrid: the calendars of Sociedad de Bolsas and BME (2013; 2022 to 2026); 2021 and 2027 follow the same rule,
 * without holidays on weekends. Years missing here close on weekends, 1 January and 25 December.
 */
export interface YearOfDays {
  /** Closed all day, as MM-DD. */
  readonly shut: readonly string[]
  /** Closed early: New York at 13:00, Madrid at 14:00. */
  readonly early: readonly string[]
}

const words = (text: string): readonly string[] => (text === '' ? [] : text.split(' '))
const year = (shut: string, early: string): YearOfDays => ({ shut: words(shut), early: words(early) })

export const UNKNOWN_YEAR: YearOfDays = year('01-01 12-25', '')

export const NEW_YORK: Readonly<Record<number, YearOfDays>> = {
  2013: year('01-01 01-21 02-18 03-29 05-27 07-04 09-02 11-28 12-25', '07-03 11-29 12-24'),
  2021: year('01-01 01-18 02-15 04-02 05-31 07-05 09-06 11-25 12-24', '11-26'),
  2022: year('01-17 02-21 04-15 05-30 06-20 07-04 09-05 11-24 12-26', '11-25'),
  2023: year('01-02 01-16 02-20 04-07 05-29 06-19 07-04 09-04 11-23 12-25', '07-03 11-24'),
  2024: year('01-01 01-15 02-19 03-29 05-27 06-19 07-04 09-02 11-28 12-25', '07-03 11-29 12-24'),
  2025: year('01-01 01-09 01-20 02-17 04-18 05-26 06-19 07-04 09-01 11-27 12-25', '07-03 11-28 12-24'),
  2026: year('01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25', '11-27 12-24'),
  2027: year('01-01 01-18 02-15 03-26 05-31 06-18 07-05 09-06 11-25 12-24', '11-26'),
  2028: year('01-17 02-21 04-14 05-29 06-19 07-04 09-04 11-23 12-25', '07-03 11-24'),
}

export const MADRID: Readonly<Record<number, YearOfDays>> = {
  2013: year('01-01 03-29 04-01 05-01 12-25 12-26', '12-24 12-31'),
  2021: year('01-01 04-02 04-05', '12-24 12-31'),
  2022: year('04-15 04-18 12-26', ''),
  2023: year('04-07 04-10 05-01 12-25 12-26', ''),
  2024: year('01-01 03-29 04-01 05-01 12-25 12-26', '12-24 12-31'),
  2025: year('01-01 04-18 04-21 05-01 12-25 12-26', '12-24 12-31'),
  2026: year('01-01 04-03 04-06 05-01 12-25', '12-24 12-31'),
  2027: year('01-01 03-26 03-29', '12-24 12-31'),
}
