/** The register steps of a device with the decisions about them, and its corrections. */

import { formatMoment } from '@busbar/domain/formats/time-format';
import { useNavigate } from '@tanstack/react-router';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { Tile } from '../../../components/values/tile.tsx';
import { present } from '../../../lib/address/search-params.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import {
  type ExplainedStep,
  useExplanation,
} from '../../energy-explanation/api/use-explanation.ts';
import type { DayRange } from '../../energy-explanation/span-parts.ts';
import { markedSteps } from '../marked-steps.ts';
import type { RepairSearch } from '../repair-search.ts';
import { isSpan, spanOf } from '../repair-span.ts';
import { CorrectionDialog } from './correction-dialog.tsx';
import { CorrectionList } from './correction-list.tsx';
import { ReadingPicker } from './reading-picker.tsx';
import { RegisterChart } from './register-chart.tsx';
import { RepairTools } from './repair-tools.tsx';
import { StepTable } from './step-table.tsx';

export function DeviceCorrection({ search }: { search: RepairSearch }) {
  const { t } = useTranslation('repair');
  const navigate = useNavigate({ from: '/energy-repair' });
  const { zone } = useRequiredSession().user;
  const today = formatMoment(Date.now(), zone).slice(0, 10);
  const span = spanOf(search, today);
  const set = (part: { [K in keyof RepairSearch]?: RepairSearch[K] | undefined }) =>
    void navigate({ search: (old) => present({ ...old, ...part }), resetScroll: false });
  const { device, channel = 'activeTotal' } = search;
  return (
    <>
      <RepairTools device={device} span={span} channel={channel} onChange={set} />
      {device === undefined ? (
        <EmptyState title={t('repair:choose')} body={t('repair:choose-body')} />
      ) : (
        <>
          {isSpan(span) && (
            <DeviceSteps
              key={`${device} ${channel} ${span.start} ${span.end}`}
              device={device}
              span={span}
              channel={channel}
            />
          )}
          <CorrectionList key={device} device={device} />
        </>
      )}
    </>
  );
}

interface DeviceStepsProps {
  readonly device: string;
  readonly span: DayRange;
  readonly channel: NonNullable<RepairSearch['channel']>;
}

/** The item to correct: a step, or a reading within a run that has no row of its own. */
type Chosen = { readonly at: number; readonly step: ExplainedStep | undefined };

function DeviceSteps({ device, span, channel }: DeviceStepsProps) {
  const { t } = useTranslation('repair');
  const query = useExplanation({ device, ...span, channel });
  const [chosen, setChosen] = useState<Chosen>();
  const [isPicking, setPicking] = useState(false);
  return (
    <>
      <Tile
        title={t('repair:chart')}
        query={query}
        className="repair__chart"
        tools={
          query.data !== undefined && (
            <bdi>
              {query.data.device_name} <span className="code ltr faint">{device}</span>
            </bdi>
          )
        }
      >
        {(story) =>
          story.readings === 0 ? (
            <EmptyState title={t('repair:no-readings')} body={t('repair:no-readings-body')} />
          ) : (
            <RegisterChart story={story} label={t('repair:chart')} />
          )
        }
      </Tile>
      <Tile
        title={t('repair:steps.title')}
        query={query}
        tools={<Button onClick={() => setPicking(true)}>{t('repair:other-reading')}</Button>}
      >
        {(story) => (
          <>
            {story.pending && (
              <Alert type="info" showIcon role="status" title={t('repair:following')} />
            )}
            <StepTable
              steps={markedSteps(story.steps)}
              isCut={story.steps.length < story.step_count}
              channel={channel}
              onCorrect={(step) => setChosen({ at: step.at, step })}
            />
          </>
        )}
      </Tile>
      {isPicking && (
        <ReadingPicker
          device={device}
          channel={channel}
          span={span}
          onPick={(at) => {
            setPicking(false);
            setChosen({ at, step: query.data?.steps.find((step) => step.at === at) });
          }}
          onCancel={() => setPicking(false)}
        />
      )}
      {chosen !== undefined && (
        <CorrectionDialog
          device={device}
          name={query.data?.device_name ?? device}
          channel={channel}
          at={chosen.at}
          step={chosen.step}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  );
}
