/** Hours during which the lamps should burn (by sun, clock or switch) and their dimmed periods. */

import { DeleteOutlined } from '@ant-design/icons';
import { BURN_RULES } from '@busbar/domain/project/lamp-group';
import { Button, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { ClockField } from '../../../../components/fields/clock-field.tsx';
import { NumberField } from '../../../../components/fields/number-field.tsx';
import { AddButton } from '../../../../components/forms/add-button.tsx';
import { FormClock } from '../../../../components/forms/form-clock.tsx';
import { FormNumber } from '../../../../components/forms/form-number.tsx';
import { dimmedRow } from '../lamp-draft.ts';
import type { LampPartProps } from './lamp-part.ts';

/** Same limit as on the server. */
const MAX_DIMMED = 8;

export function LampBurnFields({ form }: LampPartProps) {
  const { t } = useTranslation('projects');
  const { burnRule } = form.values;
  return (
    <fieldset className="box stack">
      <legend>{t('projects:lamp.burning')}</legend>
      <Segmented
        aria-label={t('projects:lamp.burning')}
        value={burnRule}
        options={BURN_RULES.map((value) => ({ value, label: t(`projects:burn.${value}`) }))}
        onChange={(rule) => form.set({ burnRule: rule })}
      />
      <p className="hint prose">{t(`projects:burn-about.${burnRule}`)}</p>
      {burnRule === 'sun' && (
        <div className="columns columns-fit columns-narrow">
          {(['onOffsetMin', 'offOffsetMin'] as const).map((name) => (
            <FormNumber
              key={name}
              label={t(`projects:lamp.${name}`)}
              help={t('projects:lamp.offset-about')}
              precision={0}
              unit="min"
              {...form.field(name)}
            />
          ))}
        </div>
      )}
      {burnRule === 'clock' && (
        <div className="columns columns-fit columns-narrow">
          {(['onTime', 'offTime'] as const).map((name) => (
            <FormClock key={name} label={t(`projects:lamp.${name}`)} {...form.field(name)} />
          ))}
        </div>
      )}
      <DimmedFields form={form} />
    </fieldset>
  );
}

function DimmedFields({ form }: LampPartProps) {
  const { t } = useTranslation('projects');
  const { value: dimmed, problem: wrong, onChange: setDimmed } = form.field('dimmed');
  return (
    <div className="stack gap-8 to-start">
      {dimmed.map((period, at) => {
        const change = (part: Partial<typeof period>) =>
          setDimmed(dimmed.with(at, { ...period, ...part }));
        const number = at + 1;
        return (
          <div key={period.key} className="lamp-dimmed__row row">
            <span>{t('projects:lamp.dimmed')}</span>
            <ClockField
              label={t('projects:lamp.dimmed-from', { number })}
              value={period.from}
              isWrong={wrong !== undefined}
              onChange={(from) => change({ from })}
            />
            <span aria-hidden="true">–</span>
            <ClockField
              label={t('projects:lamp.dimmed-to', { number })}
              value={period.to}
              isWrong={wrong !== undefined}
              onChange={(to) => change({ to })}
            />
            <NumberField
              label={t('projects:lamp.dimmed-level', { number })}
              value={period.level}
              min={1}
              max={99}
              precision={0}
              unit="%"
              onChange={(level) => change({ level: level ?? 50 })}
            />
            <Button
              type="text"
              icon={<DeleteOutlined aria-hidden />}
              aria-label={t('projects:lamp.dimmed-remove', { number })}
              onClick={() => setDimmed(dimmed.filter((one) => one !== period))}
            />
          </div>
        );
      })}
      {wrong !== undefined && <p className="bad">{wrong}</p>}
      {dimmed.length < MAX_DIMMED && (
        <AddButton
          type="default"
          onClick={() =>
            setDimmed([...dimmed, dimmedRow({ from: '23:00', to: '05:00', level: 50 })])
          }
        >
          {t('projects:lamp.dimmed-add')}
        </AddButton>
      )}
    </div>
  );
}
