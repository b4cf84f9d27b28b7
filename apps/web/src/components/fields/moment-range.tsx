/** A range of wall-clock time in the customer's time zone: presets, or typed to the second. */
import { CalendarOutlined } from '@ant-design/icons';
import { periodPresets } from '@busbar/domain/billing/period-presets';
import { formatMoment } from '@busbar/domain/formats/time-format';
import { isMoment } from '@busbar/domain/formats/wall-clock';
import { addDays } from '@busbar/domain/local-date';
import { Button, Popover } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRequiredSession } from '../../lib/session/use-session.ts';
import { MomentField } from './moment-field.tsx';

const DAY_MS = 86_400_000;
const PRESET_DAYS = [1, 3, 7, 30] as const;
const PERIODS = ['yesterday', 'this-month', 'last-month'] as const;

interface MomentRangeProps {
  from: string | undefined;
  to: string | undefined;
  onChange: (from: string | undefined, to: string | undefined) => void;
}

export function MomentRange({ from, to, onChange }: MomentRangeProps) {
  const { t } = useTranslation('shell');
  const [isOpen, setOpen] = useState(false);
  const choose = (nextFrom: string | undefined, nextTo: string | undefined) => {
    setOpen(false);
    onChange(nextFrom, nextTo);
  };
  const message =
    from === undefined && to === undefined
      ? t('shell:range.any')
      : [from ?? '…', to ?? t('shell:range.now')].join(' – ');
  return (
    <Popover
      trigger="click"
      placement="bottom"
      open={isOpen}
      onOpenChange={setOpen}
      destroyOnHidden
      content={<RangePanel from={from} to={to} onChange={choose} />}
    >
      <Button
        className="moment-range"
        icon={<CalendarOutlined />}
        aria-expanded={isOpen}
        aria-label={`${t('shell:range.label')}: ${message}`}
      >
        <bdi className={from === undefined && to === undefined ? undefined : 'ltr'}>{message}</bdi>
      </Button>
    </Popover>
  );
}

function RangePanel({ from, to, onChange }: MomentRangeProps) {
  const { t } = useTranslation(['common', 'shell']);
  const { zone } = useRequiredSession().user;
  const id = useId();
  const [start, setStart] = useState(from ?? '');
  const [end, setEnd] = useState(to ?? '');
  const isUnreadable = [start, end].some((text) => text !== '' && !isMoment(text));
  const isWrong = !isUnreadable && start !== '' && end !== '' && start >= end;
  const now = () => formatMoment(Date.now(), zone);
  const choosePeriod = (name: (typeof PERIODS)[number]) => {
    const { start, end } = periodPresets(Date.now(), zone).find((preset) => preset.name === name)!;
    // A month that is not over has no end, so that the list follows new entries.
    const after = name === 'this-month' ? undefined : `${addDays(end, 1)} 00:00:00`;
    onChange(`${start} 00:00:00`, after);
  };
  return (
    <div className="moment-range-panel row gap-16">
      <ul>
        <li>
          <Button type="text" block onClick={() => onChange(undefined, undefined)}>
            {t('shell:range.any')}
          </Button>
        </li>
        <li>
          <Button
            type="text"
            block
            onClick={() => onChange(`${now().slice(0, 10)} 00:00:00`, undefined)}
          >
            {t('shell:range.today')}
          </Button>
        </li>
        {PERIODS.map((name) => (
          <li key={name}>
            <Button type="text" block onClick={() => choosePeriod(name)}>
              {t(`shell:period.${name}`)}
            </Button>
          </li>
        ))}
        {PRESET_DAYS.map((days) => (
          <li key={days}>
            <Button
              type="text"
              block
              onClick={() => onChange(formatMoment(Date.now() - days * DAY_MS, zone), undefined)}
            >
              {t('shell:range.days', { count: days })}
            </Button>
          </li>
        ))}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isWrong && !isUnreadable) onChange(start || undefined, end || undefined);
        }}
      >
        <label htmlFor={`${id}-from`}>{t('shell:range.from')}</label>
        <MomentField id={`${id}-from`} hasSeconds isClearable value={start} onChange={setStart} />
        <label htmlFor={`${id}-to`}>{t('shell:range.to')}</label>
        <MomentField
          id={`${id}-to`}
          hasSeconds
          isClearable
          value={end}
          isWrong={isWrong}
          aria-describedby={`${id}-said`}
          onChange={setEnd}
        />
        <p id={`${id}-said`} data-wrong={isWrong}>
          {isWrong ? t('shell:range.wrong') : t('shell:range.zone', { zone })}
        </p>
        <Button type="primary" htmlType="submit" disabled={isWrong || isUnreadable}>
          {t('shell:range.apply')}
        </Button>
      </form>
    </div>
  );
}
