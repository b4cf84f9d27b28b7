/** State of a report as icon, label and colour. */
import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  FieldTimeOutlined,
  StopOutlined,
  SyncOutlined,
} from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StateTag, type StateTone } from '../../../components/states/state-tag.tsx';
import type { ReportState } from '../report-state.ts';

const LOOKS: Readonly<Record<ReportState, readonly [StateTone, ReactNode]>> = {
  waiting: ['neutral', <ClockCircleOutlined key="icon" />],
  running: ['info', <SyncOutlined key="icon" />],
  done: ['good', <CheckCircleOutlined key="icon" />],
  failed: ['alarm', <CloseCircleOutlined key="icon" />],
  cancelled: ['neutral', <StopOutlined key="icon" />],
  expired: ['neutral', <FieldTimeOutlined key="icon" />],
};

export function ReportTag({ state }: { state: ReportState }) {
  const { t } = useTranslation('reports');
  const [tone, icon] = LOOKS[state];
  return (
    <StateTag tone={tone} icon={icon}>
      {t(`reports:state.${state}`)}
    </StateTag>
  );
}
