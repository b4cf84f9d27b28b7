import { Input } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

interface ExpiryFieldProps {
  /** `YYYY-MM-DD`; empty: never. */
  value: string;
  onChange: (day: string) => void;
}

export function ExpiryField({ value, onChange }: ExpiryFieldProps) {
  const { t } = useTranslation('registrations');
  const id = useId();
  return (
    <label className="registration-form__field" htmlFor={id}>
      {t('registrations:last-day')}
      <Input
        id={id}
        type="date"
        dir="ltr"
        value={value}
        aria-describedby={`${id}-about`}
        onChange={({ target }) => onChange(target.value)}
      />
      <span id={`${id}-about`}>{t('registrations:last-day-about')}</span>
    </label>
  );
}
