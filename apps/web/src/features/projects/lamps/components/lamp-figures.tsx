/** Lamp count and power, and the expected meter value, which updates while typing. */

import { EyeInvisibleOutlined } from '@ant-design/icons';
import { formatShort } from '@busbar/domain/formats/number-format';
import { LAMP_KINDS } from '@busbar/domain/project/lamp-kind';
import { useTranslation } from 'react-i18next';
import { FormNumber } from '../../../../components/forms/form-number.tsx';
import { FormSelect } from '../../../../components/forms/form-select.tsx';
import { ValueWithUnit } from '../../../../components/values/value-with-unit.tsx';
import { useLanguage } from '../../../../i18n/use-language.ts';
import type { LampDraft } from '../lamp-draft.ts';
import { EXAMPLE_LAMPS, exampleSeen, lampFigures } from '../lamp-expected.ts';
import { LampNameplates } from './lamp-nameplates.tsx';
import type { LampPartProps } from './lamp-part.ts';

const PHASES = ['', 'A', 'B', 'C'] as const;

export function LampFigureFields({ form }: LampPartProps) {
  const { t } = useTranslation('projects');
  return (
    <>
      <div className="columns columns-fit columns-narrow">
        <FormSelect
          label={t('projects:lamp.kind')}
          help={t(`projects:lamp.kind-about.${form.values.lampKind}`)}
          options={LAMP_KINDS.map((value) => ({ value, label: t(`projects:kind.${value}`) }))}
          {...form.field('lampKind')}
        />
        <FormNumber
          label={t('projects:lamp.count')}
          precision={0}
          isRequired
          {...form.field('lampCount')}
        />
        <div className="stack gap-4">
          <FormNumber
            label={t('projects:lamp.power')}
            help={t('projects:lamp.power-about')}
            unit="W"
            isRequired
            {...form.field('lampPowerW')}
          />
          <LampNameplates
            value={form.values.lampPowerW}
            onChoose={(lampPowerW) => form.set({ lampPowerW })}
          />
        </div>
        <FormNumber
          label={t('projects:lamp.error-range')}
          help={t('projects:lamp.error-range-about')}
          unit="%"
          precision={1}
          isRequired
          {...form.field('errorRange')}
        />
        <FormSelect
          label={t('projects:lamp.phase')}
          help={t('projects:lamp.phase-about')}
          options={PHASES.map((value) => ({
            value,
            label: value === '' ? t('projects:lamp.all-phases') : value,
          }))}
          {...form.field('phase')}
        />
      </div>
      <ExpectedPower draft={form.values} />
    </>
  );
}

function ExpectedPower({ draft }: { draft: LampDraft }) {
  const { t } = useTranslation('projects');
  const { tag } = useLanguage();
  /** One decimal, the precision of the field. */
  const percent = (value: number) => formatShort(value, 1, tag);
  const figures = lampFigures(draft);
  if (figures === undefined) return <ExampleFigures draft={draft} />;
  const { installedKw, expectedKw, isOneHidden, firstSeen, onePercent } = figures;
  return (
    <div className="lamp-expected stack" role="status">
      <dl className="row gap-wide figures">
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
        <div className="lamp-hidden line align-start gap-12">
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

/** An example of what is detectable, until the figures of the group can be computed. */
function ExampleFigures({ draft }: { draft: LampDraft }) {
  const { t } = useTranslation('projects');
  const { tag } = useLanguage();
  const seen = exampleSeen(draft);
  return (
    <div className="stack gap-4" role="status">
      {seen !== undefined && (
        <p className="hint prose">
          {t('projects:lamp.example', {
            count: seen,
            lamps: EXAMPLE_LAMPS,
            range: formatShort(draft.errorRange ?? 0, 1, tag),
          })}
        </p>
      )}
      <p className="hint prose">{t('projects:lamp.expected-none')}</p>
    </div>
  );
}
