/** How the file is to be read, and which meter its registers are from. */
import { useTranslation } from 'react-i18next';
import { FormCheckbox } from '../../../components/forms/form-checkbox.tsx';
import { FormSelect } from '../../../components/forms/form-select.tsx';
import type { ImportSettings } from './use-reading-import.ts';

interface ImportSettingFieldsProps {
  readonly settings: ImportSettings;
  readonly onChange: (part: Partial<ImportSettings>) => void;
}

export function ImportSettingFields({ settings, onChange }: ImportSettingFieldsProps) {
  const { t } = useTranslation('repair');
  return (
    <>
      <div className="row">
        <FormSelect
          label={t('repair:import.option.decimal')}
          value={settings.decimal_sign}
          options={(['point', 'comma'] as const).map((value) => ({
            value,
            label: t(`repair:import.option.${value}`),
          }))}
          onChange={(value) => onChange({ decimal_sign: value })}
        />
        <FormSelect<'no-order' | 'day-first' | 'month-first'>
          label={t('repair:import.option.order')}
          value={settings.date_order ?? 'no-order'}
          options={(['no-order', 'day-first', 'month-first'] as const).map((value) => ({
            value,
            label: t(`repair:import.option.${value}`),
          }))}
          onChange={(value) => onChange({ date_order: value === 'no-order' ? null : value })}
        />
        <FormSelect
          label={t('repair:import.option.marks')}
          value={settings.time_marks}
          options={(['end', 'start'] as const).map((value) => ({
            value,
            label: t(`repair:import.option.${value}`),
          }))}
          onChange={(value) => onChange({ time_marks: value })}
        />
        <FormSelect
          label={t('repair:import.option.meter')}
          value={settings.meter}
          options={(['same', 'other'] as const).map((value) => ({
            value,
            label: t(`repair:import.option.${value}`),
          }))}
          onChange={(value) => onChange({ meter: value })}
        />
      </div>
      <FormCheckbox
        label={t('repair:import.leave-out')}
        value={settings.leave_out}
        onChange={(value) => onChange({ leave_out: value })}
      />
    </>
  );
}
