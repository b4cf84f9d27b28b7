/** The quantity of an alarm around its time, with its limit, commands and other alarms. */
import { alarmQuantity, alarmUnit } from '@busbar/domain/alarm/alarm-type';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createCrosshair } from '../../../charts/time/crosshair.ts';
import { type AlarmRow, alarmTypeOf } from '../../../device-kit/alarm.ts';
import { alarmSpan } from '../../../device-kit/alarm-place.ts';
import { PANELS } from '../../../device-kit/quantities.ts';
import { useAlarmTexts } from '../../../device-kit/use-alarm-texts.ts';
import { useDeviceEvents } from '../../device-data/events/use-device-events.ts';
import { HistoryPanel } from '../../device-data/history/components/history-panel.tsx';
import { useColumnCount } from '../../device-data/history/use-history-span.ts';

const HEIGHT_PX = 160;

export function AlarmChart({ alarm }: { alarm: AlarmRow }) {
  const { t } = useTranslation('alarms');
  const texts = useAlarmTexts();
  const box = useRef<HTMLDivElement>(null);
  const columns = useColumnCount(box);
  const [crosshair] = useState(createCrosshair);
  const { device_code: code, opened_at, ended_at, limit } = alarm;
  // An active alarm must not request its readings again with each new one.
  const [now] = useState(() => Date.now());
  const sources = useMemo(
    () => [
      {
        code,
        span: alarmSpan({ opened_at, ended_at, last_at: now }, now),
        silences: [],
        line: undefined,
      },
    ],
    [code, opened_at, ended_at, now],
  );
  const { marks } = useDeviceEvents(sources, undefined);
  const type = alarmTypeOf(alarm.type) ?? '';
  const quantity = alarmQuantity(type) ?? 'current';
  // A limit in another unit, such as the percentage of an imbalance, has no place on the axis.
  const isOnAxis = alarmUnit(type) === PANELS[quantity].unit;
  const limitText = texts.amount(limit, alarm);
  const levels = useMemo(
    () =>
      !isOnAxis || limit === null || limitText === undefined
        ? undefined
        : [{ value: limit, label: `${t('alarms:drawer.limit')} ${limitText}` }],
    [isOnAxis, limit, limitText, t],
  );
  return (
    <div ref={box} className="alarm-chart below">
      <HistoryPanel
        // The title of the panel around it is no heading.
        heading="h2"
        code={code}
        deviceName={alarm.device_name}
        quantity={quantity}
        span={sources[0]!.span}
        columns={columns}
        height={HEIGHT_PX}
        crosshair={crosshair}
        markMs={opened_at}
        marks={marks}
        levels={levels}
        hasTimeAxis
      />
    </div>
  );
}
