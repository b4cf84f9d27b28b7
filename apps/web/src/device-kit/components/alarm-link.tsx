import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DeviceName } from '../../components/device-tree/device-name.tsx';
import { useRequiredSession } from '../../lib/session/use-session.ts';
import type { AlarmRow } from '../alarm.ts';
import { alarmPlace } from '../alarm-place.ts';

/** Alarm fields needed by a link to the alarm's time in the history; events have them too. */
type AlarmAt = Pick<
  AlarmRow,
  'device_code' | 'device_name' | 'type' | 'opened_at' | 'ended_at' | 'last_at'
>;

interface AlarmLinkProps {
  alarm: AlarmAt;
  /** Content of the link; defaults to the device's name. */
  children?: ReactNode;
  onClick?: () => void;
}

/** Link to the history of the alarm's device, with the alarm's start highlighted on the chart. */
export function AlarmLink({ alarm, children, onClick }: AlarmLinkProps) {
  const { zone } = useRequiredSession().user;
  return (
    <Link
      to="/device"
      search={alarmPlace(alarm, zone, Date.now())}
      className="alarm-link quiet-link"
      title={alarm.device_code}
      dir="auto"
      {...(onClick === undefined ? {} : { onClick })}
    >
      {children ?? <DeviceName name={alarm.device_name} code={alarm.device_code} />}
    </Link>
  );
}
