/**
 * The newest ten alarms (docs/specification/dashboard.md 6.4), to be handled or deleted; the list
 * reloads afterwards.
 */

import { formatCount } from '@busbar/domain/formats/number-format';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { Tile } from '../../../components/values/tile.tsx';
import type { AlarmRow } from '../../../device-kit/alarm.ts';
import { AlarmLink } from '../../../device-kit/components/alarm-link.tsx';
import { HandledTag } from '../../../device-kit/components/alarm-state-tags.tsx';
import { useAlarmTexts } from '../../../device-kit/use-alarm-texts.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useLatestAlarms } from '../../alarms/api/use-alarms.ts';
import {
  AlarmActions,
  useAlarmRights,
  useNoteDialog,
} from '../../alarms/components/alarm-actions.tsx';
import { AlarmPriorityTag } from '../../alarms/components/alarm-kind-tag.tsx';
import '../../alarms/alarms.css';

/** `active` is the number of active alarms, of which leakage is not listed; undefined if unknown. */
export function LatestAlarmsTile({ active }: { active: number | undefined }) {
  const { t } = useTranslation('alarms');
  const { tag } = useLanguage();
  const query = useLatestAlarms();
  const { ask, dialog } = useNoteDialog();
  return (
    <Tile
      title={t('alarms:latest.title')}
      query={query}
      className="latest-alarms span-all"
      tools={<Link to="/historyalarm">{t('alarms:title.history')}</Link>}
    >
      {({ alarm_list }) => (
        <>
          {alarm_list.length === 0 && active !== 0 ? (
            <EmptyState
              title={
                active === undefined
                  ? '–'
                  : t('alarms:live.standing', { number: formatCount(active, tag) })
              }
            />
          ) : alarm_list.length === 0 ? (
            <EmptyState title={t('alarms:empty.history')} body={t('alarms:empty.history-body')} />
          ) : (
            <LatestTable rows={alarm_list} onAsk={ask} />
          )}
          {dialog}
        </>
      )}
    </Tile>
  );
}

interface LatestTableProps {
  rows: readonly AlarmRow[];
  onAsk: ReturnType<typeof useNoteDialog>['ask'];
}

function LatestTable({ rows, onAsk }: LatestTableProps) {
  const { t } = useTranslation('alarms');
  const { mayDeal } = useAlarmRights();
  const texts = useAlarmTexts();
  return (
    <table className="plain-table latest-alarms__table">
      <thead>
        <tr>
          <th scope="col">{t('alarms:column.device')}</th>
          <th scope="col">{t('alarms:column.type')}</th>
          <th scope="col">{t('alarms:column.priority')}</th>
          <th scope="col">{t('alarms:column.time')}</th>
          <th scope="col">{t('alarms:column.handled')}</th>
          {mayDeal && <th scope="col">{t('alarms:column.actions')}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((alarm) => (
          <tr key={alarm.id}>
            <th scope="row">
              <AlarmLink alarm={alarm} />
            </th>
            <td>{texts.type(alarm)}</td>
            <td>
              <AlarmPriorityTag alarm={alarm} />
            </td>
            <td>
              <time className="ltr">{alarm.alarm_time}</time>
            </td>
            <td>
              <HandledTag isHandled={alarm.handled} />
            </td>
            {mayDeal && (
              <td>
                <AlarmActions alarm={alarm} hasDelete onAsk={onAsk} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
