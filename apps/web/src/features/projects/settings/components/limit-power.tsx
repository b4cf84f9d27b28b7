/**
 * Reference for the measured power: the mode with its explanation, and the scheduled values it
 * requires.
 */
import { FIGURE_MODES, POWER_MODES } from '@busbar/domain/project/power-mode';
import { Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../../i18n/use-language.ts';
import { ltrText } from '../../../../lib/formats/ltr-text.ts';
import { formatShort, withUnit } from '../../../../lib/formats/number-format.ts';
import { FigureField } from '../../components/figure-field.tsx';
import type { LimitPartProps } from './limit-part.ts';

export function LimitPower({ limit, draft, set, said }: LimitPartProps) {
  const { t } = useTranslation('projects');
  const { tag } = useLanguage();
  const actual = (value: number | null, unit: string) =>
    value === null
      ? t('projects:limit.actual-none')
      : t('projects:limit.actual', {
          value: ltrText(withUnit(formatShort(value, 3, tag), unit, tag)),
        });
  return (
    <fieldset className="project-form__set">
      <legend>{t('projects:limit.power')}</legend>
      <p className="project-form__hint">{t('projects:limit.power-about')}</p>
      <Radio.Group
        className="power-modes"
        aria-label={t('projects:limit.power')}
        value={draft.powerMode}
        onChange={({ target }) => set({ powerMode: target.value })}
      >
        {POWER_MODES.map((mode) => (
          <Radio key={mode} value={mode}>
            <strong>{t(`projects:mode.${mode}`)}</strong>{' '}
            <span>{t(`projects:mode-about.${mode}`)}</span>
          </Radio>
        ))}
      </Radio.Group>
      <div className="project-form__grid">
        <FigureField
          label={t('projects:limit.scheduled-power')}
          value={draft.scheduledPowerKw}
          unit="kW"
          precision={3}
          placeholder={t('projects:limit.not-set')}
          isRequired={FIGURE_MODES.includes(draft.powerMode)}
          said={said('scheduledPowerKw')}
          about={actual(limit.actual_power, 'kW')}
          onChange={(scheduledPowerKw) => set({ scheduledPowerKw })}
        />
        <FigureField
          label={t('projects:limit.scheduled-lamps')}
          value={draft.scheduledLampCount}
          placeholder={t('projects:limit.as-groups')}
          said={said('scheduledLampCount')}
          about={actual(limit.actual_lamp_count, '')}
          onChange={(scheduledLampCount) => set({ scheduledLampCount })}
        />
      </div>
    </fieldset>
  );
}
