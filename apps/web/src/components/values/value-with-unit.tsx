import { formatNumber, withUnit } from '@busbar/domain/formats/number-format';
import { formatAge } from '@busbar/domain/formats/time-format';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language.ts';
import { useAgeMs } from './age.tsx';

interface ValueWithUnitProps {
  value: number | null | undefined;
  unit: string;
  /** Number of decimals. */
  digits?: number;
  /** Time of the measurement, ms; if set, the age of the live value is shown on hover. */
  at?: number | null | undefined;
  /** Age in ms from which the value is late and greyed out. */
  lateAfterMs?: number;
}

/** A number with its unit, left to right in every language; if missing, a dash, never a zero. */
export function ValueWithUnit({
  value,
  unit,
  digits = 1,
  at,
  lateAfterMs = Number.POSITIVE_INFINITY,
}: ValueWithUnitProps) {
  const { t } = useTranslation();
  const { tag } = useLanguage();
  const age = useAgeMs(at);
  if (value === null || value === undefined) {
    return (
      <span className="value">
        <bdi className="ltr">–</bdi>
      </span>
    );
  }
  return (
    <span
      className="value"
      data-late={age !== null && age > lateAfterMs}
      title={age === null ? undefined : t('age.measured', { age: formatAge(age, tag) })}
    >
      <bdi className="ltr">
        {formatNumber(value, digits, tag)}
        {unit !== '' && <span className="value-unit">{withUnit('', unit, tag)}</span>}
      </bdi>
    </span>
  );
}
