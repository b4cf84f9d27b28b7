/** One timer of a project, with a switch to enable or disable it. */

import {
  CheckCircleFilled,
  CloseCircleFilled,
  ExclamationCircleFilled,
  UnorderedListOutlined,
} from '@ant-design/icons';
import { formatMoment } from '@busbar/domain/formats/time-format';
import { Button, Switch, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../components/forms/use-action.ts';
import { ErrorAlert } from '../../../components/states/error-alert.tsx';
import { StateTag } from '../../../components/states/state-tag.tsx';
import { CommandIcon } from '../../../device-kit/components/command-icon.tsx';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { DayTexts } from '../../timers/components/day-texts.tsx';
import { MinuteOf } from '../../timers/components/minute-of.tsx';
import { SunTimeTexts } from '../../timers/components/sun-time-texts.tsx';
import { type ProjectTimer, useProjectTimerChanges } from '../api/use-project-timers.ts';
import { RowActions } from '../components/row-actions.tsx';
import { useTimerName } from './timer-name.ts';

interface TimerRowProps {
  timer: ProjectTimer;
  onShow: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

export function TimerRow({ timer, onShow, onEdit, onDelete }: TimerRowProps) {
  const { t } = useTranslation(['project-timers', 'timers', 'control', 'projects']);
  const send = useProjectTimerChanges();
  const { run, isBusy, error } = useAction({ showsError: true });
  const name = useTimerName()(timer);
  const enable = (isEnabled: boolean) =>
    run(() =>
      send('v2.project-timer.change', {
        params: { id: String(timer.id) },
        body: { enable: isEnabled },
      }),
    );
  return (
    <tr data-off={!timer.enable}>
      <th scope="row">
        <TimerWhen timer={timer} />
      </th>
      <td data-label={t('project-timers:column.order')}>
        <span className="line inline strong">
          <CommandIcon command={timer.op} /> {t(`control:order.${timer.op}`)}
        </span>
      </td>
      <td data-label={t('project-timers:column.days')}>
        <DayTexts days={timer.days} isShort />
      </td>
      <td data-label={t('project-timers:column.for')}>
        {timer.lamp_group_id === null ? (
          t('project-timers:all', { count: timer.groups })
        ) : (
          <bdi>{timer.lamp_group_name}</bdi>
        )}
      </td>
      <td data-label={t('project-timers:column.next')}>
        {timer.enable ? <MinuteOf at={timer.next_run_ts} /> : t('timers:next-off')}
      </td>
      <td data-label={t('project-timers:column.standing')}>
        <Standing timer={timer} />
      </td>
      <td data-label={t('project-timers:column.on')}>
        <Switch
          aria-label={t('project-timers:enable', { name })}
          checked={timer.enable}
          loading={isBusy}
          checkedChildren={t('timers:on')}
          unCheckedChildren={t('timers:off')}
          onChange={enable}
        />
        <ErrorAlert error={error} />
      </td>
      <td>
        <span className="project-actions line inline gap-4 touch">
          <Tooltip title={t('project-timers:groups')}>
            <Button
              type="text"
              size="small"
              icon={<UnorderedListOutlined aria-hidden />}
              aria-label={t('project-timers:groups-of', { name })}
              onClick={onShow}
            />
          </Tooltip>
          <RowActions name={name} onEdit={onEdit} onDelete={onDelete} />
        </span>
      </td>
    </tr>
  );
}

/** A timer relative to the sun runs at a local time per group: shows the first to last time. */
function TimerWhen({ timer }: { timer: ProjectTimer }) {
  const { t } = useTranslation('project-timers');
  const { zone } = useRequiredSession().user;
  const { sun, today_from: from, today_to: to } = timer;
  if (sun !== 'sunrise' && sun !== 'sunset') {
    return <span className="timer__time text-figure ltr">{timer.time}</span>;
  }
  const clock = (at: number) => formatMoment(at, zone).slice(11, 16);
  return (
    <span className="stack gap-2">
      <span className="timer-when__sun text-title">
        <SunTimeTexts sun={sun} offset={timer.offset} />
      </span>
      {from !== null && to !== null && (
        <span className="plain hint">
          {t('project-timers:today')}{' '}
          <span className="ltr">
            {clock(from)}
            {clock(to) !== clock(from) && `–${clock(to)}`}
          </span>
        </span>
      )}
      {timer.without_sun > 0 && (
        <span className="plain hint">
          {t(`project-timers:no-${sun}`, { count: timer.without_sun })}
        </span>
      )}
    </span>
  );
}

function Standing({ timer }: { timer: ProjectTimer }) {
  const { t } = useTranslation('project-timers');
  const { problems, failed } = timer;
  if (problems === 0 && failed === 0) {
    return (
      <StateTag tone="good" icon={<CheckCircleFilled aria-hidden />} isPlain>
        {t('project-timers:standing.good')}
      </StateTag>
    );
  }
  return (
    <span className="row inline gap-text">
      {problems > 0 && (
        <StateTag tone="warning" icon={<ExclamationCircleFilled aria-hidden />}>
          {t('project-timers:standing.problems', { count: problems })}
        </StateTag>
      )}
      {failed > 0 && (
        <StateTag tone="alarm" icon={<CloseCircleFilled aria-hidden />}>
          {t('project-timers:standing.failed', { count: failed })}
        </StateTag>
      )}
    </span>
  );
}
