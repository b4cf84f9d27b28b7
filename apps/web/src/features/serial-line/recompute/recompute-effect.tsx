/** What a recomputation would change; nothing has been changed yet. */

import { ltrText } from '@busbar/domain/formats/ltr-text';
import { formatCount } from '@busbar/domain/formats/number-format';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { EnergyAmount } from '../../../components/values/energy-amount.tsx';
import { Facts } from '../../../components/values/facts.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import { useLanguage } from '../../../i18n/use-language.ts';
import { EffectTable } from '../../energy-repair/components/effect-table.tsx';
import { effectOfMonths } from '../../energy-repair/import/effect-of-months.ts';
import type { RecomputePreview } from './use-recompute.ts';

type Step = RecomputePreview['counting'][number];

export function RecomputeEffect({ preview }: { preview: RecomputePreview }) {
  const { t } = useTranslation(['serial-lines', 'repair']);
  const { tag } = useLanguage();
  if (preview.mark === null) {
    return <Alert type="info" role="status" showIcon title={t('serial-lines:recompute.nothing')} />;
  }
  const { counting, ignored, months, periods } = preview;
  const final = periods.filter(({ state }) => state === 'closed' || state === 'issued');
  const counts = (['recomputed', 'unchanged', 'emptied'] as const).filter(
    (key) => key !== 'emptied' || preview.emptied > 0,
  );
  const registers = (['first', 'last'] as const).flatMap((key) => {
    const register = preview[`${key}_register`];
    return register === null ? [] : [{ key, ...register }];
  });
  return (
    <section className="stack gap-8" aria-label={t('serial-lines:recompute.changes')}>
      <h3>{t('serial-lines:recompute.changes')}</h3>
      <Facts
        rows={[
          ...counts.map(
            (key) => [t(`serial-lines:recompute.${key}`), formatCount(preview[key], tag)] as const,
          ),
          ...registers.map(
            ({ key, at, before, after }) =>
              [
                t(`serial-lines:recompute.${key}`),
                <Change key={key} at={at} from={before} to={after} />,
              ] as const,
          ),
        ]}
      />
      <EffectTable of="month" effect={effectOfMonths(months)} />
      {counting.length > 0 && (
        <StepNote text={t('serial-lines:recompute.counting')} steps={counting} />
      )}
      {ignored.length > 0 && (
        <StepNote text={t('serial-lines:recompute.ignored')} steps={ignored} />
      )}
      {final.length > 0 && (
        <Alert
          type="warning"
          showIcon
          role="note"
          title={t('repair:closed', {
            count: final.length,
            periods: final.map(({ start, end }) => ltrText(`${start} – ${end}`)).join(', '),
          })}
        />
      )}
    </section>
  );
}

function StepNote({ text, steps }: { text: string; steps: readonly Step[] }) {
  return (
    <div className="stack gap-4">
      <p>{text}</p>
      <ul className="bullets">
        {steps.map((step) => (
          <li key={step.at}>
            <Change {...step} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ChangeProps {
  readonly at: number;
  /** kWh; null without a register. */
  readonly from: number | null;
  readonly to: number | null;
}

function Change({ at, from, to }: ChangeProps) {
  const amount = (kwh: number | null) => (kwh === null ? '–' : <EnergyAmount kwh={kwh} />);
  return (
    <span className="row gap-8">
      <span className="muted">
        <Moment at={at} />
      </span>
      <span className="ltr">
        {amount(from)} → {amount(to)}
      </span>
    </span>
  );
}
