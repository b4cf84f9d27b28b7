/** Lamp count and power, and the expected meter value, which updates while typing. */
import { EyeInvisibleOutlined } from '@ant-design/icons';
import { LAMP_KINDS, type LampKind } from '@busbar/domain/project/lamp-kind';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { ValueWithUnit } from '../../../../components/values/value-with-unit.tsx';
import { useLanguage } from '../../../../i18n/use-language.ts';
import { formatShort } from '../../../../lib/formats/number-format.ts';
import { Field } from '../../components/field.tsx';
import { FigureField } from '../../components/figure-field.tsx';
import { type LampDraft, lampFigures } from '../lamp-draft.ts';
import type { LampPartProps } from './lamp-part.ts';

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
        <FigureField
          label={t('projects:lamp.count')}
          value={draft.lampCount}
          isRequired
          said={said('lampCount')}
          onChange={(lampCount) => set({ lampCount })}
        />
        <FigureField
          label={t('projects:lamp.power')}
          value={draft.lampPowerKw}
          unit="kW"
          precision={4}
          isRequired
          said={said('lampPowerKw')}
          about={t('projects:lamp.power-about')}
          onChange={(lampPowerKw) => set({ lampPowerKw })}
        />
        <FigureField
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
  const { tag } = useLanguage();
  /** One decimal, the precision of the field. */
  const percent = (value: number) => formatShort(value, 1, tag);
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
