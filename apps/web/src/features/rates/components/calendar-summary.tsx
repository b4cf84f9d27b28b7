/** Read-only hours of a version: a bar for each kind of day with separate hours. */
import { dayOfMonth } from '@busbar/domain/formats/date-names';
import {
  DAY_KINDS,
  DEFAULT_CALENDAR,
  type TariffCalendar,
} from '@busbar/domain/tariff/tariff-calendar';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/use-language.ts';
import { isSameCalendar } from '../calendar-draft.ts';
import { HoursBar } from './hours-bar.tsx';

export function CalendarSummary({ calendar }: { calendar: TariffCalendar }) {
  const { t } = useTranslation('rates');
  const { tag } = useLanguage();
  const dayText = (day: string) => dayOfMonth(`2024-${day}`, tag);
  if (isSameCalendar(calendar, DEFAULT_CALENDAR)) {
    return (
      <section className="calendar-summary">
        <h3>{t('rates:form.default-hours')}</h3>
        <HoursBar
          name={t('rates:form.default-hours')}
          spans={DEFAULT_CALENDAR.seasons[0]?.weekday ?? []}
        />
      </section>
    );
  }
  return (
    <>
      {calendar.seasons.map((season, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a stored version never changes.
        <section key={at} className="calendar-summary">
          <h3>
            <bdi>{season.name || t('rates:calendar.season', { number: at + 1 })}</bdi>{' '}
            <span className="plain hint">
              <bdi>{dayText(season.from)}</bdi> – <bdi>{dayText(season.to)}</bdi>
            </span>
          </h3>
          {DAY_KINDS.map((day) => {
            const spans = season[day];
            return (
              spans !== null && (
                <div key={day}>
                  <span className="hint">{t(`rates:day.${day}`)}</span>
                  <HoursBar name={t(`rates:day.${day}`)} spans={spans} />
                </div>
              )
            );
          })}
        </section>
      ))}
      {calendar.holidays.length > 0 && (
        <p className="hint">
          {t('rates:day.holiday')}: <bdi className="ltr">{calendar.holidays.join(', ')}</bdi>
        </p>
      )}
    </>
  );
}
