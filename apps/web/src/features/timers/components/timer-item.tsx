/** One timer of the list: when, what, on which days; its next and last run; who holds it. */
import { DeleteOutlined, EditOutlined } from '@ant-design/icons';
import { Button, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/use-language.ts';
import { OrderSign } from '../../device-control/components/order-sign.tsx';
import type { Timer } from '../timer.ts';
import { DAY_BITS, dayNames, daySetOf } from '../week-days.ts';
import { HeldWords } from './held-words.tsx';
import { MinuteOf } from './minute-of.tsx';
import { RunWords } from './run-words.tsx';

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
  const order = t(`control:order.${timer.order}`);
  const name = { time: timer.time, order };
  return (
    <li className="timer" data-off={!timer.isEnabled} aria-busy={isBusy}>
      <div className="timer__head">
        <span className="timer__time ltr">{timer.time}</span>
        <span className="timer__order">
          <OrderSign order={timer.order} /> {order}
        </span>
        {mayChange ? (
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
      <DayWords days={timer.days} />
      <dl className="timer__facts">
        <dt>{t('timers:next')}</dt>
        <dd>{timer.isEnabled ? <MinuteOf at={timer.nextRunAt} /> : t('timers:next-off')}</dd>
        <dt>{t('timers:last')}</dt>
        <dd>
          <RunWords timer={timer} />
        </dd>
        <dt>{t('timers:holder')}</dt>
        <dd>
          <HeldWords timer={timer} />
        </dd>
      </dl>
      {mayChange && (
        <div className="timer__tools">
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

/** The seven days as a strip, and in words for who does not see it. */
function DayWords({ days }: { days: number }) {
  const { t } = useTranslation('timers');
  const { tag } = useLanguage();
  const set = daySetOf(days);
  const long = dayNames(tag, 'long').filter((_, index) => (days & DAY_BITS[index]!) !== 0);
  const list = new Intl.ListFormat(tag, { type: 'conjunction' }).format(long);
  return (
    <p className="timer__days">
      <span className="timer__strip" aria-hidden="true">
        {dayNames(tag, 'short').map((name, index) => (
          <span key={name} data-on={(days & DAY_BITS[index]!) !== 0}>
            {name}
          </span>
        ))}
      </span>
      <span className={set === undefined ? 'visually-hidden' : undefined}>
        {set === undefined ? list : t(`timers:days.${set}`)}
      </span>
    </p>
  );
}
