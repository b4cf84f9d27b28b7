/** How many lamps of what power, and what the meter will show of them, told while it is typed. */
import { EyeInvisibleOutlined } from '@ant-design/icons';
import { LAMP_KINDS, type LampKind } from '@busbar/domain/project/lamp-kind';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { ValueWithUnit } from '../../../components/value-with-unit.tsx';
import { type LampDraft, lampFigures } from '../lamp-draft.ts';
import { Field } from './field.tsx';
import type { LampPartProps } from './lamp-part.ts';
import { NumberField } from './number-field.tsx';

/** To a tenth, as the field is typed. */
const percent = (value: number): string => String(Math.round(value * 10) / 10);

const PHASES = ['', 'A', 'B', 'C'] as const;

export function LampFigureFields({ draft, set, said }: LampPartProps) {
  const { t } = useTranslation('projects');
  return (
    <>
      <div className="project-form__grid">
        <Field
          label={t('projects:lamp.kind')}
          about={t(`projects:lamp.kind-about.${draft.lampKind}`)}
        >
          <Select<LampKind>
            aria-label={t('projects:lamp.kind')}
            value={draft.lampKind}
            options={LAMP_KINDS.map((value) => ({ value, label: t(`projects:kind.${value}`) }))}
            onChange={(lampKind) => set({ lampKind })}
          />
        </Field>
        <NumberField
          label={t('projects:lamp.count')}
          value={draft.lampCount}
          isRequired
          said={said('lampCount')}
          onChange={(lampCount) => set({ lampCount })}
        />
        <NumberField
          label={t('projects:lamp.power')}
          value={draft.lampPowerKw}
          unit="kW"
          precision={4}
          isRequired
          said={said('lampPowerKw')}
          about={t('projects:lamp.power-about')}
          onChange={(lampPowerKw) => set({ lampPowerKw })}
        />
        <NumberField
          label={t('projects:lamp.error-range')}
          value={draft.errorRange}
          unit="%"
          precision={1}
          isRequired
          said={said('errorRange')}
          about={t('projects:lamp.error-range-about')}
          onChange={(errorRange) => set({ errorRange })}
        />
        <Field label={t('projects:lamp.phase')} about={t('projects:lamp.phase-about')}>
          <Select
            aria-label={t('projects:lamp.phase')}
            value={draft.phase}
            options={PHASES.map((value) => ({
              value,
              label: value === '' ? t('projects:lamp.all-phases') : value,
            }))}
            onChange={(phase) => set({ phase })}
          />
        </Field>
      </div>
      <ExpectedPower draft={draft} />
    </>
  );
}

function ExpectedPower({ draft }: { draft: LampDraft }) {
  const { t } = useTranslation('projects');
  const figures = lampFigures(draft);
  if (figures === undefined) {
    return <p className="project-form__hint">{t('projects:lamp.expected-none')}</p>;
  }
  const { installedKw, expectedKw, isOneHidden, firstSeen, onePercent } = figures;
  return (
    <div className="lamp-expected" role="status">
      <dl>
        <div>
          <dt>{t('projects:lamp.installed')}</dt>
          <dd>
            <ValueWithUnit value={installedKw} unit="kW" digits={3} />
          </dd>
        </div>
        <div>
          <dt>{t('projects:lamp.expected')}</dt>
          <dd>
            <ValueWithUnit value={expectedKw} unit="kW" digits={3} />
          </dd>
        </div>
        <div>
          <dt>{t('projects:lamp.one-of')}</dt>
          <dd>
            <ValueWithUnit value={onePercent} unit="%" digits={1} />
          </dd>
        </div>
      </dl>
      {isOneHidden && (
        <div className="lamp-hidden">
          <EyeInvisibleOutlined aria-hidden />
          <div>
            <strong>
              {t('projects:lamp.hidden', {
                percent: percent(onePercent),
                range: percent(draft.errorRange ?? 0),
              })}
            </strong>
            <p>{t('projects:lamp.hidden-body', { count: firstSeen })}</p>
          </div>
        </div>
      )}
    </div>
  );
}
