/** Alarm bell in the header: the number of active unhandled alarms, and the most urgent ones. */
import { BellOutlined } from '@ant-design/icons';
import { useLocation } from '@tanstack/react-router';
import { Badge, Button, Popover } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { trackLoad } from '../../../lib/calls/pending-loads.ts';
import { useEscalationAlerts } from '../../notifications/use-escalation-alerts.tsx';
import { useBellAlarms } from '../api/use-alarms.ts';
import { useAlarmAlerts } from '../use-alarm-alerts.tsx';
import './alarm-bell.css';

const BellList = lazy(() =>
  trackLoad(import('./bell-list.tsx')).then(({ BellList: list }) => ({ default: list })),
);

/** The badge grows to both sides of its place, and would cover the bell from two digits on. */
const ONE_DIGIT: [number, number] = [0, 0];
const TWO_DIGITS: [number, number] = [6, 0];

export function AlarmBell() {
  const { t } = useTranslation('alarms');
  const query = useBellAlarms();
  const path = useLocation({ select: ({ pathname }) => pathname });
  /** The page on which the list was opened; any navigation closes it. */
  const [openOn, setOpenOn] = useState<string>();
  if (openOn !== undefined && openOn !== path) setOpenOn(undefined);
  const isListOpen = openOn === path;
  useAlarmAlerts();
  useEscalationAlerts();
  const total = query.data?.total ?? 0;
  const label =
    query.data === undefined ? t('alarms:bell.label') : t('alarms:bell.count', { number: total });
  return (
    <Popover
      trigger="click"
      placement="bottom"
      open={isListOpen}
      onOpenChange={(isOpen) => setOpenOn(isOpen ? path : undefined)}
      destroyOnHidden
      content={
        <Suspense fallback={null}>
          <BellList query={query} onGone={() => setOpenOn(undefined)} />
        </Suspense>
      }
    >
      <Button
        type="text"
        className="alarm-bell"
        aria-label={label}
        aria-expanded={isListOpen}
        title={label}
        icon={
          <Badge
            count={total}
            size="small"
            overflowCount={99}
            title=""
            offset={total > 9 ? TWO_DIGITS : ONE_DIGIT}
          >
            <BellOutlined />
          </Badge>
        }
      />
    </Popover>
  );
}
