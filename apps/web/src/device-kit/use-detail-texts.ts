/** Results of lamp checks in the user's language. */
import { useTranslation } from 'react-i18next';

/** Findings that this version can translate. */
const DETAILS = [
  'failed',
  'under',
  'over',
  'dark',
  'dayBurning',
  'bypassed',
  'noReport',
  'energyLevel',
] as const;

interface DetailPart {
  readonly word: string;
  readonly value: number | null;
}

/** Returns the text of a finding with its number: lamps, percent or level. */
export function useDetailTexts() {
  const { t } = useTranslation('alarms');
  return ({ word, value }: DetailPart): string => {
    const known = DETAILS.find((one) => one === word);
    // Percentages are rounded to whole numbers, as in the alarm.
    const count = Math.round(value ?? 0);
    return known === undefined ? word : t(`alarms:finding.${known}`, { count });
  };
}
