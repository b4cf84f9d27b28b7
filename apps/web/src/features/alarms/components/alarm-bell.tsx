/** Alarm bell in the header: the number of active unhandled alarms, and the most urgent ones. */
import { BellOutlined } from '@ant-design/icons';
import { Link, useLocation } from '@tanstack/react-router';
import { Badge, Button, Popover } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/states/error-state.tsx';
import { Age } from '../../../components/values/age.tsx';
import { AlarmLink } from '../../../device-kit/components/alarm-link.tsx';
import { useAlarmTexts } from '../../../device-kit/use-alarm-texts.ts';
import { MessagesLink } from '../../notifications/components/messages-link.tsx';
import { useEscalationAlerts } from '../../notifications/use-escalation-alerts.tsx';
import { useBellAlarms } from '../api/use-alarms.ts';
import { useAlarmAlerts } from '../use-alarm-alerts.tsx';
import { AlarmPriorityTag } from './alarm-kind-tag.tsx';
import './alarm-bell.css';

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
      content={<BellList query={query} onGone={() => setOpenOn(undefined)} />}
    >
      <Button
        type="text"
        className="alarm-bell"
        aria-label={label}
        aria-expanded={isListOpen}
        title={label}
        icon={
          <Badge count={total} size="small" overflowCount={99} title="">
            <BellOutlined />
          </Badge>
        }
      />
    </Popover>
  );
}

interface BellListProps {
  query: ReturnType<typeof useBellAlarms>;
  onGone: () => void;
}

function BellList({ query, onGone }: BellListProps) {
  const { t } = useTranslation('alarms');
  const texts = useAlarmTexts();
  const { data, error } = query;
  return (
    <section className="alarm-bell__panel" aria-label={t('alarms:bell.label')}>
      {error !== null && (
        <ErrorState error={error} onRetry={() => void query.refetch()} isCompact />
      )}
      {data !== undefined && data.total === 0 && <p>{t('alarms:bell.none')}</p>}
      {data !== undefined && data.total > 0 && (
        <ol className="ruled">
          {data.alarm_list.map((alarm) => (
            <li key={alarm.id} className="line spread gap-12">
              <AlarmLink alarm={alarm} onClick={onGone}>
                <strong>{texts.type(alarm)}</strong>
                <bdi className="muted one-line">{alarm.device_name}</bdi>
              </AlarmLink>
              <span className="alarm-bell__side stack gap-0 faint text-small">
                <AlarmPriorityTag alarm={alarm} />
                <span aria-live="off">
                  <Age at={alarm.opened_at} />
                </span>
              </span>
            </li>
          ))}
        </ol>
      )}
      <footer className="row spread gap-text">
        <Link to="/realalarm" onClick={onGone}>
          {data !== undefined && data.total > data.alarm_list.length
            ? t('alarms:bell.all', { number: data.total })
            : t('alarms:title.live')}
        </Link>
        <Link to="/historyalarm" onClick={onGone}>
          {t('alarms:title.history')}
        </Link>
        <MessagesLink onClick={onGone} />
      </footer>
    </section>
  );
}
