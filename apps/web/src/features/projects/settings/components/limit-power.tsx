/** Reference for the measured power: the mode, explained, and the scheduled values it requires. */

import { ltrText } from '@busbar/domain/formats/ltr-text';
import { formatShort, withUnit } from '@busbar/domain/formats/number-format';
import { FIGURE_MODES, POWER_MODES } from '@busbar/domain/project/power-mode';
import { Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormNumber } from '../../../../components/forms/form-number.tsx';
import { useLanguage } from '../../../../i18n/use-language.ts';
import type { LimitPartProps } from './limit-part.ts';

export function LimitPower({ limit, form }: LimitPartProps) {
  const { t } = useTranslation('projects');
  const { tag } = useLanguage();
  const actual = (value: number | null, unit: string) =>
    value === null
      ? t('projects:limit.actual-none')
      : t('projects:limit.actual', {
          value: ltrText(withUnit(formatShort(value, 3, tag), unit, tag)),
        });
  return (
    <fieldset className="box stack">
      <legend>{t('projects:limit.power')}</legend>
      <p className="hint prose">{t('projects:limit.power-about')}</p>
      <Radio.Group
        className="power-modes radio-rows stack gap-8"
        aria-label={t('projects:limit.power')}
        value={form.values.powerMode}
        onChange={({ target }) => form.set({ powerMode: target.value })}
      >
        {POWER_MODES.map((mode) => (
          <Radio key={mode} value={mode}>
            <strong>{t(`projects:mode.${mode}`)}</strong>{' '}
            <span>{t(`projects:mode-about.${mode}`)}</span>
          </Radio>
        ))}
      </Radio.Group>
      <div className="columns columns-fit columns-narrow">
        <FormNumber
          label={t('projects:limit.scheduled-power')}
          help={actual(limit.actual_power, 'kW')}
          unit="kW"
          precision={3}
          placeholder={t('projects:limit.not-set')}
          isRequired={FIGURE_MODES.includes(form.values.powerMode)}
          {...form.field('scheduledPowerKw')}
        />
        <FormNumber
          label={t('projects:limit.scheduled-lamps')}
          help={actual(limit.actual_lamp_count, '')}
          precision={0}
          placeholder={t('projects:limit.as-groups')}
          {...form.field('scheduledLampCount')}
        />
      </div>
    </fieldset>
  );
}
