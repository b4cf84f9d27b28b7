/** Distinguishes quantities of the same name; `{{n}}` is a number. */
export const QUALIFIERS = {
  total: 'total',
  sharp: 'sharp',
  peak: 'peak',
  flat: 'flat',
  valley: 'valley',
  tariff: 'tariff {{n}}',
  'all-tariffs': 'all tariffs',
  settlement: 'settlement day {{n}} back',
  'all-settlements': 'all settlement days',
  'phase-a': 'phase A',
  'phase-b': 'phase B',
  'phase-c': 'phase C',
  'all-phases': 'all phases',
  all: 'all',
  number: '{{n}}',
  place: 'no. {{n}} of the reply',
  old: 'old',
  new: 'new',
} as const;

export type Qualifier = keyof typeof QUALIFIERS;
