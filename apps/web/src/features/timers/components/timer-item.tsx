/** One timer of the list: time, command, days, next and last run, and executor. */
import { DeleteOutlined, EditOutlined } from '@ant-design/icons';
import { Link } from '@tanstack/react-router';
import { Button, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { CommandIcon } from '../../../device-kit/components/command-icon.tsx';
import type { Timer } from '../timer.ts';
import { DayTexts } from './day-texts.tsx';
import { MinuteOf } from './minute-of.tsx';
import { RunTexts } from './run-texts.tsx';
import { TableStateText } from './stored-texts.tsx';
import { SunTimeTexts } from './sun-time-texts.tsx';

export interface TimerItemProps {
  readonly timer: Timer;
  readonly mayChange: boolean;
  readonly isBusy: boolean;
  readonly onEnable: (isEnabled: boolean) => void;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

export function TimerItem({ timer, mayChange, isBusy, ...on }: TimerItemProps) {
  const { t } = useTranslation(['timers', 'control']);
  const command = t(`control:order.${timer.command}`);
  const name = { time: timer.time, order: command };
  return (
    <li className="timer stack gap-8 surface box" data-off={!timer.isEnabled} aria-busy={isBusy}>
      <div className="timer__head row gap-text">
        {timer.sun === null ? (
          <span className="timer__time text-figure ltr">{timer.time}</span>
        ) : (
          <span className="timer__time text-figure">
            <SunTimeTexts sun={timer.sun} offset={timer.offset} />
          </span>
        )}
        <span className="line inline strong">
          <CommandIcon command={timer.command} /> {command}
        </span>
        {mayChange && timer.project === null ? (
          <Switch
            aria-label={t('timers:enable', name)}
            checked={timer.isEnabled}
            loading={isBusy}
            checkedChildren={t('timers:on')}
            unCheckedChildren={t('timers:off')}
            onChange={on.onEnable}
          />
        ) : (
          <span>{t(timer.isEnabled ? 'timers:on' : 'timers:off')}</span>
        )}
      </div>
      <DayTexts days={timer.days} />
      <dl className="timer__facts">
        <dt>{t('timers:next')}</dt>
        <dd>{timer.isEnabled ? <MinuteOf at={timer.nextRunAt} /> : t('timers:next-off')}</dd>
        <dt>{t('timers:last')}</dt>
        <dd>
          <RunTexts timer={timer} />
        </dd>
        <dt>{t('timers:holder')}</dt>
        <dd>
          <TableStateText timer={timer} />
        </dd>
      </dl>
      {timer.project !== null && (
        <p>
          {t('timers:of-project')}{' '}
          <Link to="/timer-control" search={{ project: timer.project.id }}>
            <bdi>{timer.project.name}</bdi>
          </Link>
        </p>
      )}
      {mayChange && timer.project === null && (
        <div className="line touch">
          <Button
            size="small"
            icon={<EditOutlined aria-hidden />}
            aria-label={t('timers:edit-one', name)}
            onClick={on.onEdit}
          >
            {t('timers:edit')}
          </Button>
          <Button
            size="small"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={t('timers:delete-one', name)}
            onClick={on.onDelete}
          >
            {t('timers:delete')}
          </Button>
        </div>
      )}
    </li>
  );
}
