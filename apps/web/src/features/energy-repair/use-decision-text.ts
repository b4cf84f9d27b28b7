import { useTranslation } from 'react-i18next';
import { unitOf, useAmountText } from '../energy-explanation/use-step-texts.ts';
import type { Correction } from './api/use-corrections.ts';

/** Short description of a decision. */
export function useDecisionText(): (correction: Correction) => string {
  const { t } = useTranslation('repair');
  const { energy } = useAmountText();
  return ({ decision, energy: kwh, channel }) =>
    decision === 'set'
      ? t('repair:decision.set-to', { energy: energy(kwh ?? 0, unitOf(channel ?? '')) })
      : t(`repair:decision.${decision}`);
}
