/** Details of a warning or alarm of a project. */

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SideDrawer } from '../../../../components/dialogs/side-drawer.tsx';
import { Facts } from '../../../../components/values/facts.tsx';
import { Moment } from '../../../../components/values/moment.tsx';
import { AlarmCause } from '../../../../device-kit/components/alarm-cause.tsx';
import { HandledTag, OpenTag } from '../../../../device-kit/components/alarm-state-tags.tsx';
import { useAlarmTexts } from '../../../../device-kit/use-alarm-texts.ts';
import type { ProjectRecord } from '../../api/use-project-records.ts';
import { partNameOf, useRecordTexts } from '../use-record-texts.ts';

interface RecordDrawerProps {
  record: ProjectRecord | undefined;
  /** Renders the button to handle the record. */
  action: (record: ProjectRecord) => ReactNode;
  onClose: () => void;
}

export function RecordDrawer({ record, action, onClose }: RecordDrawerProps) {
  const texts = useRecordTexts();
  return (
    <SideDrawer
      open={record !== undefined}
      onClose={onClose}
      size={420}
      title={record === undefined ? '' : texts.type(record)}
    >
      {record !== undefined && (
        <div className="stack gap-16">
          <RecordFacts record={record} isWhole />
          {action(record)}
        </div>
      )}
    </SideDrawer>
  );
}

interface RecordFactsProps {
  record: ProjectRecord;
  isWhole?: boolean;
}

export function RecordFacts({ record, isWhole = false }: RecordFactsProps) {
  const { t } = useTranslation(['projects', 'alarms']);
  const texts = useRecordTexts();
  const { amount } = useAlarmTexts();
  const rest: (readonly [string, ReactNode])[] = [
    [t('alarms:column.device'), <bdi key="device">{record.device_name}</bdi>],
    [
      t('alarms:column.code'),
      <bdi key="code" className="code ltr">
        {record.device_code}
      </bdi>,
    ],
    ...(record.limit === null
      ? []
      : [[t('alarms:drawer.limit'), amount(record.limit, record)] as const]),
    [t('alarms:column.state'), <OpenTag key="state" alarm={record} />],
    ...(record.ended_at === null
      ? []
      : [[t('alarms:column.ended'), <Moment key="ended" at={record.ended_at} />] as const]),
    [t('alarms:column.handled'), <HandledTag key="handled" isHandled={record.handled} />],
    ...(record.handled_by === ''
      ? []
      : [[t('alarms:column.handled-by'), <bdi key="by">{record.handled_by}</bdi>] as const]),
    ...(record.handled_note === ''
      ? []
      : [[t('alarms:column.note'), <bdi key="note">{record.handled_note}</bdi>] as const]),
  ];
  return (
    <Facts
      rows={[
        [t('alarms:column.type'), texts.type(record)],
        [t('projects:record.detail'), <AlarmCause key="cause" alarm={record} />],
        ...(partNameOf(record) === ''
          ? []
          : [[t('projects:record.group'), <bdi key="group">{partNameOf(record)}</bdi>] as const]),
        [t('alarms:column.time'), <Moment key="time" at={record.opened_at} />],
        ...(isWhole ? rest : []),
      ]}
    />
  );
}
