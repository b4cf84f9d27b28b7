/** Hours during which the lamps should burn (by sun, clock or switch) and their dimmed periods. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { BURN_RULES } from '@busbar/domain/project/lamp-group';
import { Button, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { ClockField } from '../../../../components/fields/clock-field.tsx';
import { NumberField } from '../../../../components/fields/number-field.tsx';
import { Field } from '../../components/field.tsx';
import { FigureField } from '../../components/figure-field.tsx';
import { dimmedRow } from '../lamp-draft.ts';
import type { LampPartProps } from './lamp-part.ts';

/** Same limit as on the server. */
const MOST_DIMMED = 8;

export function LampBurnFields({ draft, set, said }: LampPartProps) {
  const { t } = useTranslation('projects');
  return (
    <fieldset className="project-form__set">
      <legend>{t('projects:lamp.burning')}</legend>
      <Segmented
        aria-label={t('projects:lamp.burning')}
        value={draft.burnRule}
        options={BURN_RULES.map((value) => ({ value, label: t(`projects:burn.${value}`) }))}
        onChange={(burnRule) => set({ burnRule })}
      />
      <p className="project-form__hint">{t(`projects:burn-about.${draft.burnRule}`)}</p>
      {draft.burnRule === 'sun' && (
        <div className="project-form__grid">
          {(['onOffsetMin', 'offOffsetMin'] as const).map((field) => (
            <FigureField
              key={field}
              label={t(`projects:lamp.${field}`)}
              value={draft[field]}
              unit="min"
              said={said(field)}
              about={t('projects:lamp.offset-about')}
              onChange={(value) => set({ [field]: value })}
            />
          ))}
        </div>
      )}
      {draft.burnRule === 'clock' && (
        <div className="project-form__grid">
          {(['onTime', 'offTime'] as const).map((field) => (
            <Field key={field} label={t(`projects:lamp.${field}`)} said={said(field)}>
              <ClockField
                label={t(`projects:lamp.${field}`)}
                value={draft[field]}
                isWrong={said(field) !== undefined}
                onChange={(value) => set({ [field]: value })}
              />
            </Field>
          ))}
        </div>
      )}
      <DimmedFields draft={draft} set={set} said={said} />
    </fieldset>
  );
}

function DimmedFields({ draft, set, said }: LampPartProps) {
  const { t } = useTranslation('projects');
  const { dimmed } = draft;
  const wrong = said('dimmed');
  return (
    <div className="lamp-dimmed">
      {dimmed.map((period, at) => {
        const change = (part: Partial<typeof period>) =>
          set({ dimmed: dimmed.with(at, { ...period, ...part }) });
        const number = at + 1;
        return (
          <div key={period.key} className="lamp-dimmed__row">
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
              onClick={() => set({ dimmed: dimmed.filter((one) => one !== period) })}
            />
          </div>
        );
      })}
      {wrong !== undefined && <p className="lamp-dimmed__wrong">{wrong}</p>}
      {dimmed.length < MOST_DIMMED && (
        <Button
          icon={<PlusOutlined aria-hidden />}
          onClick={() =>
            set({ dimmed: [...dimmed, dimmedRow({ from: '23:00', to: '05:00', level: 50 })] })
          }
        >
          {t('projects:lamp.dimmed-add')}
        </Button>
      )}
    </div>
  );
}
