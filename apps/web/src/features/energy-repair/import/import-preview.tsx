/** The content of a file, and the changes of its import; nothing has been stored yet. */
import { CheckOutlined } from '@ant-design/icons';
import { ltrText } from '@busbar/domain/formats/ltr-text';
import { formatMoment } from '@busbar/domain/formats/time-format';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { EnergyAmount } from '../../../components/values/energy-amount.tsx';
import { Facts } from '../../../components/values/facts.tsx';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { EffectTable } from '../components/effect-table.tsx';
import { effectOfMonths } from './effect-of-months.ts';
import { ReadingProblems } from './reading-problems.tsx';
import type { ReadingImportState, ReadingPreview } from './use-reading-import.ts';

const TYPES = { ready: 'success', refused: 'error', repeated: 'info' } as const;
const DESCRIPTIONS = { ready: 'nothing-yet', refused: 'correct', repeated: undefined } as const;

interface ImportPreviewProps {
  readonly preview: ReadingPreview;
  readonly state: ReadingImportState;
}

export function ImportPreview({ preview, state: { accept, file } }: ImportPreviewProps) {
  const { t } = useTranslation('repair');
  const { mark, months } = preview;
  const final = preview.periods.filter(({ state }) => state === 'closed' || state === 'issued');
  const isStored = preview.readings === 0 && preview.stored > 0 && preview.problem_count === 0;
  const state = mark !== null ? 'ready' : isStored ? 'repeated' : 'refused';
  const description = DESCRIPTIONS[state];
  return (
    <>
      <Alert
        type={TYPES[state]}
        showIcon
        role="status"
        title={t(`repair:import.${state}`)}
        description={description && t(`repair:import.${description}`)}
      />
      <FileFacts preview={preview} />
      {preview.passed_over.length > 0 && (
        <p>
          {t('repair:import.passed-over')} <bdi>{preview.passed_over.slice(0, 20).join(', ')}</bdi>
        </p>
      )}
      {preview.problem_count > 0 && <ReadingProblems preview={preview} />}
      {preview.ignored.length > 0 && <p>{t('repair:import.other-meter')}</p>}
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
      {mark !== null && (
        <section className="panel stack gap-4">
          <h2>{t('repair:effect.title')}</h2>
          <EffectTable of="month" effect={effectOfMonths(months)} />
        </section>
      )}
      {mark !== null && file !== undefined && (
        <div className="row">
          <Button
            type="primary"
            icon={<CheckOutlined aria-hidden />}
            loading={accept.isPending}
            onClick={() => accept.mutate({ mark, content: file.content })}
          >
            {t('repair:import.confirm')}
          </Button>
        </div>
      )}
    </>
  );
}

function FileFacts({ preview }: { preview: ReadingPreview }) {
  const { t } = useTranslation('repair');
  const { zone } = useRequiredSession().user;
  const counts = {
    rows: preview.rows,
    readings: preview.readings,
    stored: preview.stored,
    gaps: preview.gap_count,
    problems: preview.problem_count,
  };
  const names = ['rows', 'readings', 'stored', 'gaps', 'problems'] as const;
  const readings = (['first', 'last'] as const).flatMap((key) => {
    const reading = preview[key];
    return reading === null ? [] : [{ key, ...reading }];
  });
  return (
    <section className="panel stack gap-4" aria-label={t('repair:import.fact.title')}>
      <h2>{t('repair:import.fact.title')}</h2>
      <Facts
        rows={[
          ...names.map((key) => [t(`repair:import.fact.${key}`), counts[key]] as const),
          ...readings.map(
            ({ key, register, at }) =>
              [
                t(`repair:import.fact.${key}`),
                <span className="row gap-8" key={key}>
                  <EnergyAmount kwh={register} />
                  <bdi className="ltr muted">{formatMoment(at, zone)}</bdi>
                </span>,
              ] as const,
          ),
        ]}
      />
    </section>
  );
}
