/** A timer's lamp groups, each with today's time, next run, last result, and problem, if any. */

import { ExclamationCircleFilled } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { SideDrawer } from '../../../components/dialogs/side-drawer.tsx';
import { QueryState } from '../../../components/states/loaded.tsx';
import { StateTag } from '../../../components/states/state-tag.tsx';
import { MinuteOf } from '../../timers/components/minute-of.tsx';
import { RunTexts } from '../../timers/components/run-texts.tsx';
import { type TimerGroup, useProjectTimer } from '../api/use-project-timers.ts';
import { useTimerName } from './timer-name.ts';

export function TimerGroupsDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('project-timers');
  const query = useProjectTimer(id);
  const nameOf = useTimerName();
  const { data } = query;
  return (
    <SideDrawer
      open
      onClose={onClose}
      size={560}
      title={data === undefined ? t('project-timers:groups') : nameOf(data)}
    >
      <QueryState query={query} lines={4} />
      {data !== undefined && (
        <ul className="stack gap-8">
          {data.list.map((group) => (
            <GroupItem key={group.lamp_group_id} group={group} sun={data.sun} />
          ))}
        </ul>
      )}
    </SideDrawer>
  );
}

function GroupItem({ group, sun }: { group: TimerGroup; sun: string | null }) {
  const { t } = useTranslation(['project-timers', 'timers', 'errors']);
  const { problem, run_by: runBy } = group;
  return (
    <li className="timer stack gap-8 surface box">
      <h2>
        <bdi>{group.lamp_group_name}</bdi> <span className="code ltr">{group.device_code}</span>
      </h2>
      {problem !== null && (
        <p>
          <StateTag tone="warning" icon={<ExclamationCircleFilled aria-hidden />}>
            {t(`errors:reason.${problem}`)}
          </StateTag>
        </p>
      )}
      <dl className="timer__facts">
        {sun !== null && (
          <>
            <dt>{t('project-timers:today')}</dt>
            <dd>
              {group.no_sun === null ? (
                <MinuteOf at={group.today_ts} />
              ) : (
                t(`project-timers:sun-stays.${group.no_sun === 'up' ? 'up' : 'down'}`)
              )}
            </dd>
          </>
        )}
        <dt>{t('timers:next')}</dt>
        <dd>
          <MinuteOf at={group.next_run_ts} />
        </dd>
        <dt>{t('timers:last')}</dt>
        <dd>
          <RunTexts
            timer={{
              lastRunAt: group.last_run_ts,
              lastResult: group.last_result,
              lastReason: group.last_reason,
            }}
          />
        </dd>
        <dt>{t('timers:holder')}</dt>
        <dd>
          {runBy === null ? '–' : t(`timers:run-by.${runBy === 'device' ? 'device' : 'server'}`)}
        </dd>
      </dl>
    </li>
  );
}
