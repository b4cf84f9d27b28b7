/** List of the alarm bell: the most urgent active alarms with their causes, and links. */

import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { SimulatedTag } from '../../../components/device-tree/device-name.tsx';
import { ErrorState } from '../../../components/states/error-state.tsx';
import { Age } from '../../../components/values/age.tsx';
import { AlarmCause } from '../../../device-kit/components/alarm-cause.tsx';
import { AlarmLink } from '../../../device-kit/components/alarm-link.tsx';
import { useAlarmTexts } from '../../../device-kit/use-alarm-texts.ts';
import { MessagesLink } from '../../notifications/components/messages-link.tsx';
import type { useBellAlarms } from '../api/use-alarms.ts';
import { AlarmPriorityTag } from './alarm-kind-tag.tsx';

interface BellListProps {
  query: ReturnType<typeof useBellAlarms>;
  onGone: () => void;
}

export function BellList({ query, onGone }: BellListProps) {
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
                <SimulatedTag code={alarm.device_code} />
                <AlarmCause alarm={alarm} />
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
