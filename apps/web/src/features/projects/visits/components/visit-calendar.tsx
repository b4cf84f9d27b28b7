/** Visits of a month; a visit can be planned on each day. */

import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { dayOfMonth, monthOfYear, weekdayName } from '@busbar/domain/formats/date-names';
import { formatMoment } from '@busbar/domain/formats/time-format';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../../i18n/use-language.ts';
import { useRequiredSession } from '../../../../lib/session/use-session.ts';
import type { Visit } from '../../api/use-visits.ts';
import type { MonthSheet } from '../visit-month.ts';

interface VisitCalendarProps {
  month: string;
  sheet: MonthSheet;
  today: string;
  visits: readonly Visit[];
  tools: ReactNode;
  onMonth: (month: string) => void;
  onOpen: (visit: Visit) => void;
  onAdd: (day: string) => void;
}

export function VisitCalendar(props: VisitCalendarProps) {
  const { month, sheet, today, visits, onMonth } = props;
  const { t } = useTranslation('projects');
  const { tag, direction } = useLanguage();
  const { zone } = useRequiredSession().user;
  const title = monthOfYear(`${month}-01`, tag);
  const days = visits.map((visit) => ({
    visit,
    first: formatMoment(visit.from, zone).slice(0, 10),
    // A visit that ends at midnight ends on the previous day.
    last: formatMoment(visit.to - 1, zone).slice(0, 10),
  }));
  const [Back, On] =
    direction === 'rtl' ? [RightOutlined, LeftOutlined] : [LeftOutlined, RightOutlined];
  return (
    <section className="panel visit-calendar" aria-label={t('projects:visit.calendar')}>
      <div className="visit-calendar__head row">
        <Button
          icon={<Back aria-hidden />}
          aria-label={t('projects:visit.before')}
          onClick={() => onMonth(sheet.before)}
        />
        <h2 aria-live="polite">{title}</h2>
        <Button
          icon={<On aria-hidden />}
          aria-label={t('projects:visit.after')}
          onClick={() => onMonth(sheet.after)}
        />
        <span className="push">{props.tools}</span>
      </div>
      <table>
        <thead>
          <tr>
            {sheet.weeks[0]?.map((day) => (
              <th key={day} scope="col">
                {weekdayName(day, tag, 'short')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sheet.weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <Day
                  key={day}
                  {...props}
                  day={day}
                  isToday={day === today}
                  isOther={!day.startsWith(month)}
                  name={dayOfMonth(day, tag)}
                  visits={days
                    .filter(({ first, last }) => isBetween(day, first, last))
                    .map(({ visit }) => visit)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const isBetween = (day: string, first: string, last: string): boolean =>
  day >= first && day <= last;

interface DayProps extends Pick<VisitCalendarProps, 'visits' | 'onOpen' | 'onAdd'> {
  day: string;
  name: string;
  isToday: boolean;
  isOther: boolean;
}

function Day({ day, name, isToday, isOther, visits, onOpen, onAdd }: DayProps) {
  const { t } = useTranslation('projects');
  const number = Number(day.slice(8));
  return (
    <td data-today={isToday} data-other={isOther}>
      <button
        type="button"
        className="visit-day plain-button"
        aria-label={t('projects:visit.add-on', { day: name })}
        onClick={() => onAdd(day)}
      >
        {number}
      </button>
      {visits.map((visit) => (
        <button
          key={visit.id}
          type="button"
          className="visit-chip plain-button one-line full"
          data-state={visit.state}
          onClick={() => onOpen(visit)}
        >
          <bdi>{visit.lamp_group_name ?? t('projects:visit.whole')}</bdi>
          <span className="visually-hidden">{t(`projects:visit.state.${visit.state}`)}</span>
        </button>
      ))}
    </td>
  );
}
