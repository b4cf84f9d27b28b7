/** Result of a scheduled report's last run: icon, label and colour, time, and failure reason. */
import {
  CheckCircleOutlined,
  CloseCircleOutlined,
  FieldTimeOutlined,
  SyncOutlined,
  WarningOutlined,
} from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StateTag, type StateTone } from '../../../components/states/state-tag.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import { type RunState, runFailureOf, runStateOf, type ScheduleRun } from '../schedule.ts';

const LOOKS: Readonly<Record<RunState, readonly [StateTone, ReactNode]>> = {
  'under-way': ['info', <SyncOutlined key="icon" />],
  sent: ['good', <CheckCircleOutlined key="icon" />],
  ready: ['good', <CheckCircleOutlined key="icon" />],
  partly: ['warning', <WarningOutlined key="icon" />],
  failed: ['alarm', <CloseCircleOutlined key="icon" />],
  missed: ['late', <FieldTimeOutlined key="icon" />],
};

export function RunResult({ run }: { run: ScheduleRun | undefined }) {
  const { t } = useTranslation('reports');
  if (run === undefined)
    return <span className="faint text-small">{t('reports:schedule.no-run')}</span>;
  const state = runStateOf(run);
  const [tone, icon] = LOOKS[state];
  const failure = runFailureOf(run);
  return (
    <>
      <StateTag tone={tone} icon={icon}>
        {t(`reports:schedule.run.${state}`, { sent: run.sent, all: run.recipients })}
      </StateTag>
      <Moment at={run.due_at} />
      {state === 'missed' && (
        <span className="schedule__why hint">{t('reports:schedule.missed-about')}</span>
      )}
      {failure !== undefined && (
        <span className="schedule__why hint">{t(`reports:schedule.failure.${failure}`)}</span>
      )}
    </>
  );
}
