/** Translates names and values of an explanation; keys of a newer server stay English. */
import { formatShort } from '@busbar/domain/formats/number-format';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language.ts';
import type { FrameProblem, ParsedRow } from './use-explanation.ts';

type Qualified = NonNullable<ParsedRow['of']>[number];

/** Values of these keys begin with figures, which are displayed with the text. */
const WITH_FIGURES = ['address', 'identifier'];

/** Registers count in at most 0.0001 of their unit. */
const MOST_DECIMALS = 4;

export function useFrameTexts() {
  const { t, i18n } = useTranslation('console');
  const { tag } = useLanguage();
  const separator = i18n.language === 'ar' ? '، ' : i18n.language === 'zh' ? '，' : ', ';
  const known = (key: string, other: string, n = 0) => (i18n.exists(key) ? t(key, { n }) : other);

  const which = ({ key, n }: Qualified) => known(`console:which.${key}`, key, n);
  const named = (key: string, of: readonly Qualified[] | undefined, other: string) =>
    i18n.exists(`console:name.${key}`)
      ? [t(`console:name.${key}`), ...(of ?? []).map(which)].join(separator)
      : other;

  return {
    name: (row: ParsedRow) => named(row.key, row.of, row.name),
    /** Figures precede the text, left to right in every language. */
    value: (row: ParsedRow): { readonly figures: string; readonly text: string } => {
      const { about, words, value } = row;
      const [figures = ''] = String(value).split(' ');
      if (about !== undefined) return { figures, text: named(about.key, about.of, about.key) };
      if (words === undefined) return { figures: figuresOf(row, tag), text: '' };
      const text = words.map((term) => known(`console:word.${term}`, term)).join(separator);
      return { figures: WITH_FIGURES.includes(row.key) ? figures : '', text };
    },
    problem: ({ key, text, expected, found, offset }: FrameProblem) => ({
      text: known(`console:problem.${key}`, text),
      details: [
        t('console:at-byte', { offset }),
        ...(expected === undefined ? [] : [t('console:expected', { expected })]),
        ...(found === undefined ? [] : [t('console:found', { found })]),
      ].join(separator),
    }),
  };
}

/** Measured values are written in the language; numbers without a unit are codes or counts. */
function figuresOf({ value, unit }: ParsedRow, tag: string): string {
  const isMeasured = typeof value === 'number' && unit !== '';
  return isMeasured ? formatShort(value, MOST_DECIMALS, tag) : String(value);
}
