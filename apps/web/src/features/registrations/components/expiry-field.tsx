import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../../components/fields/date-field.tsx';

interface ExpiryFieldProps {
  /** `YYYY-MM-DD`; empty means no expiry. */
  value: string;
  onChange: (day: string) => void;
}

export function ExpiryField({ value, onChange }: ExpiryFieldProps) {
  const { t } = useTranslation('registrations');
  const id = useId();
  return (
    <label className="stack gap-4" htmlFor={id}>
      {t('registrations:last-day')}
      <DateField
        id={id}
        value={value}
        isClearable
        aria-describedby={`${id}-about`}
        onChange={onChange}
      />
      <span className="hint" id={`${id}-about`}>
        {t('registrations:last-day-about')}
      </span>
    </label>
  );
}
