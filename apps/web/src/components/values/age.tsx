import { formatAge } from '@busbar/domain/formats/time-format';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language.ts';
import { useNow } from '../../lib/use-now.ts';

/** Time elapsed since an instant, updated while it is displayed. */
export function Age({ at }: { at: number | null | undefined }) {
  const { t } = useTranslation();
  const { tag } = useLanguage();
  const age = useAgeMs(at);
  if (age === null) return t('age.never');
  return <bdi>{age < 2_000 ? t('age.now') : formatAge(age, tag)}</bdi>;
}

/**
 * Returns the age in ms, updated every second for the first two minutes, then every half minute;
 * null for no instant.
 */
export function useAgeMs(at: number | null | undefined): number | null {
  const first = at === null || at === undefined ? null : Date.now() - at;
  const now = useNow(first === null ? null : first < 120_000 ? 1_000 : 30_000);
  return at === null || at === undefined ? null : Math.max(0, now - at);
}
