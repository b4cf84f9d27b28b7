/** All details of an alarm: type, measured values, duration, snooze, and its handling history. */

import { LineChartOutlined } from '@ant-design/icons';
import { Skeleton } from 'antd';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { DeviceName } from '../../../components/device-tree/device-name.tsx';
import { SideDrawer } from '../../../components/dialogs/side-drawer.tsx';
import { Facts } from '../../../components/values/facts.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import type { AlarmRow } from '../../../device-kit/alarm.ts';
import { AlarmCause } from '../../../device-kit/components/alarm-cause.tsx';
import { AlarmLink } from '../../../device-kit/components/alarm-link.tsx';
import {
  AlarmMarks,
  HandledTag,
  OpenTag,
} from '../../../device-kit/components/alarm-state-tags.tsx';
import { useAlarmTexts } from '../../../device-kit/use-alarm-texts.ts';
import { loadTexts } from '../../../i18n/i18n.ts';
import { AlarmActions, type AlarmActionsProps } from './alarm-actions.tsx';
import { AlarmPriorityTag } from './alarm-kind-tag.tsx';

const AlarmChart = lazy(async () => {
  const [{ AlarmChart: Chart }] = await Promise.all([
    import('./alarm-chart.tsx'),
    loadTexts('data', 'analysis', 'log'),
  ]);
  return { default: Chart };
});

interface AlarmDrawerProps {
  alarm: AlarmRow | undefined;
  onAsk: AlarmActionsProps['onAsk'];
  onClose: () => void;
}

const END_REASONS = [
  'device',
  'recovered',
  'heard',
  'settled',
  'passed',
  'late',
  'removed',
] as const;

export function AlarmDrawer({ alarm, onAsk, onClose }: AlarmDrawerProps) {
  const { t } = useTranslation('alarms');
  const texts = useAlarmTexts();
  return (
    <SideDrawer
      open={alarm !== undefined}
      onClose={onClose}
      size={420}
      title={alarm === undefined ? '' : texts.type(alarm)}
    >
      {alarm !== undefined && (
        <>
          <p className="alarm-drawer__cause below">
            <AlarmCause alarm={alarm} />
          </p>
          <div className="alarm-drawer__tools row spread gap-wide below">
            <AlarmLink alarm={alarm}>
              <LineChartOutlined aria-hidden /> {t('alarms:open-device')}
            </AlarmLink>
            <AlarmActions alarm={alarm} hasSnooze hasDelete onAsk={onAsk} />
          </div>
          <Suspense fallback={<Skeleton active title={false} className="alarm-chart below" />}>
            <AlarmChart key={alarm.id} alarm={alarm} />
          </Suspense>
          <AlarmFacts alarm={alarm} />
        </>
      )}
    </SideDrawer>
  );
}

function AlarmFacts({ alarm }: { alarm: AlarmRow }) {
  const { t } = useTranslation('alarms');
  const texts = useAlarmTexts();
  const amounts = [
    [t('alarms:drawer.first'), alarm.first_value],
    [t('alarms:column.peak'), alarm.peak],
    [t('alarms:drawer.value'), alarm.value],
    [t('alarms:drawer.limit'), alarm.limit],
  ] as const;
  const reason = END_REASONS.find((one) => one === alarm.end_reason);
  const who = (at: number | null, by: string) => (
    <>
      <Moment at={at} />
      {by !== '' && (
        <>
          {' · '}
          <bdi>{by}</bdi>
        </>
      )}
    </>
  );
  return (
    <Facts
      rows={[
        [
          t('alarms:column.device'),
          <DeviceName key="device" name={alarm.device_name} code={alarm.device_code} />,
        ],
        [
          t('alarms:column.code'),
          <bdi key="code" className="code ltr">
            {alarm.device_code}
          </bdi>,
        ],
        [t('alarms:column.priority'), <AlarmPriorityTag key="priority" alarm={alarm} />],
        [
          t('alarms:column.kind'),
          t(`alarms:kind.${alarm.kind === 'warning' ? 'warning' : 'alarm'}`),
        ],
        [
          t('alarms:column.state'),
          <span key="state" className="row inline gap-text">
            <OpenTag alarm={alarm} />
            <AlarmMarks alarm={alarm} />
          </span>,
        ],
        [t('alarms:column.time'), <Moment key="opened" at={alarm.opened_at} />],
        [t('alarms:drawer.last'), <Moment key="last" at={alarm.last_at} />],
        ...(alarm.ended_at === null
          ? []
          : [[t('alarms:column.ended'), <Moment key="ended" at={alarm.ended_at} />] as const]),
        ...(reason === undefined
          ? []
          : [[t('alarms:drawer.end-reason'), t(`alarms:end.${reason}`)] as const]),
        [t('alarms:column.count'), String(alarm.count)],
        // Most alarms without a measured value have no limit or phase either.
        ...amounts.flatMap(([title, value]) => {
          const text = texts.amount(value, alarm);
          return text === undefined ? [] : [[title, text] as const];
        }),
        ...(alarm.phase === null ? [] : [[t('alarms:drawer.phase'), alarm.phase] as const]),
        [
          t('alarms:drawer.source'),
          t(`alarms:source.${alarm.source === 'platform' ? 'platform' : 'device'}`),
        ],
        [t('alarms:column.handled'), <HandledTag key="handled" isHandled={alarm.handled} />],
        ...(alarm.handled
          ? [[t('alarms:drawer.handled-by'), who(alarm.handled_at, alarm.handled_by)] as const]
          : []),
        ...(alarm.handled_note === ''
          ? []
          : [[t('alarms:column.note'), <bdi key="note">{alarm.handled_note}</bdi>] as const]),
        ...(alarm.snoozed_until === null
          ? []
          : [[t('alarms:drawer.snoozed'), who(alarm.snoozed_until, alarm.snoozed_by)] as const]),
      ]}
    />
  );
}
