/**
 * Dialog for a new tariff or a new version: prices and hours from a start day. Values that the
 * server would reject are reported before sending.
 */

import { perKwh } from '@busbar/domain/formats/money-format';
import { formatMoment } from '@busbar/domain/formats/time-format';
import { checkCalendar } from '@busbar/domain/tariff/check-calendar';
import { readPrice } from '@busbar/domain/tariff/price';
import { DEFAULT_CALENDAR } from '@busbar/domain/tariff/tariff-calendar';
import { Alert, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { FormDay } from '../../../components/forms/form-moment.tsx';
import { FormNumber } from '../../../components/forms/form-number.tsx';
import type { Problems } from '../../../components/forms/form-state.ts';
import { useFormState } from '../../../components/forms/form-state.ts';
import { FormText } from '../../../components/forms/form-text.tsx';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { calendarOfDraft, draftOf, isSameCalendar } from '../calendar-draft.ts';
import {
  dayAfter,
  formValues,
  hasPrices,
  hasUnpricedDays,
  PRICE_FIELD_LIST,
  type RateFormValues,
  versionAt,
} from '../rate-form.ts';
import { useRateChanges, type WholeRate } from '../use-rates.ts';
import { CalendarEditor } from './calendar-editor.tsx';
import { HoursBar } from './hours-bar.tsx';

export interface RateDialogProps {
  /** Undefined for a new tariff. */
  readonly rate: WholeRate | undefined;
  readonly currency: string;
  readonly onClose: () => void;
}

export function RateDialog({ rate, currency, onClose }: RateDialogProps) {
  const { t } = useTranslation('rates');
  const { tag } = useLanguage();
  const { zone } = useRequiredSession().user;
  const today = formatMoment(Date.now(), zone).slice(0, 10);
  const tomorrow = dayAfter(today);
  const basis = rate === undefined ? undefined : versionAt(rate.versions, tomorrow);
  const send = useRateChanges();
  const isFirst = basis !== undefined && !hasPrices(basis);
  const hasOpenDays = rate !== undefined && hasUnpricedDays(rate.versions);
  const dayHelp = isFirst ? 'first-day-help' : hasOpenDays ? 'open-days-help' : 'start-day-help';
  const form = useFormState<RateDraft>(
    () => {
      const calendar = basis?.calendar ?? DEFAULT_CALENDAR;
      return {
        ...(rate === undefined || basis === undefined
          ? { ...NO_PRICES, name: '' }
          : formValues(rate.name, basis, tomorrow)),
        calendar: draftOf(calendar),
        hours: isSameCalendar(calendar, DEFAULT_CALENDAR) ? 'default' : 'own',
      };
    },
    { problems },
  );
  const { calendar: draft, hours, start_day, name, ...prices } = form.values;
  const calendarProblems = checkCalendar(calendarIn(form.values));
  const replaced = rate?.versions.find(
    (one) => one.state === 'coming' && one.start_day === start_day,
  );

  function problems(values: RateDraft): Problems {
    const needsInfo = t('rates:form.need-info');
    const isDayWrong =
      rate !== undefined &&
      (values.start_day === undefined ? !isFirst : values.start_day < today && !hasOpenDays);
    const found = {
      name: values.name.trim() === '' ? needsInfo : undefined,
      start_day: isDayWrong ? t('errors:reason.start-day-invalid') : undefined,
      ...Object.fromEntries(
        PRICE_FIELD_LIST.map(({ field }) => {
          const price = readPrice(values[field]);
          if (price.ok) return [field, undefined];
          return [
            field,
            price.problem === 'missing' ? needsInfo : t('errors:reason.price-invalid'),
          ];
        }),
      ),
    };
    const isMissing = Object.values(found).includes(needsInfo);
    const isCalendarWrong = checkCalendar(calendarIn(values)).length > 0;
    const whole = isMissing
      ? t('errors:reason.rate-info-required')
      : isCalendarWrong
        ? t('errors:reason.calendar-invalid')
        : undefined;
    return { ...found, form: whole };
  }

  const save = () => {
    const body = { name, ...prices, calendar: calendarIn(form.values) };
    return rate === undefined
      ? send('v2.rate.add', { body })
      : send('v2.rate.change', {
          params: { id: String(rate.id) },
          body: start_day === undefined ? body : { ...body, start_day },
        });
  };

  return (
    <FormDialog<unknown>
      form={form}
      title={rate === undefined ? t('rates:form.add') : t('rates:form.edit', { name: rate.name })}
      width={760}
      className="rate-form"
      saveLabel={t('rates:form.save')}
      done={t('rates:form.saved')}
      onSave={save}
      onClose={onClose}
    >
      <FormText label={t('rates:form.name')} maxLength={100} {...form.field('name')} />
      <div className="rate-form__prices">
        {PRICE_FIELD_LIST.map(({ band, field }) => (
          <FormNumber
            key={field}
            label={t(`rates:band.${band}`)}
            dir="ltr"
            unit={perKwh(currency, tag)}
            {...form.field(field)}
          />
        ))}
      </div>
      {rate !== undefined && (
        <FormDay
          label={t('rates:form.start-day')}
          help={t(`rates:form.${dayHelp}`)}
          isClearable={isFirst}
          {...form.field('start_day')}
          onChange={(day) => form.set({ start_day: day === '' ? undefined : day })}
        />
      )}
      {replaced !== undefined && (
        <Alert type="warning" showIcon title={t('rates:form.replaces')} role="status" />
      )}
      <fieldset className="rate-form__hours box stack">
        <legend>{t('rates:form.hours')}</legend>
        <p className="hint">{t('rates:form.hours-help')}</p>
        <Segmented<RateDraft['hours']>
          value={hours}
          aria-label={t('rates:form.hours')}
          options={[
            { value: 'default', label: t('rates:form.default-hours') },
            { value: 'own', label: t('rates:form.own-hours') },
          ]}
          onChange={(choice) => form.set({ hours: choice })}
        />
        {hours === 'default' ? (
          <HoursBar
            name={t('rates:form.default-hours')}
            spans={DEFAULT_CALENDAR.seasons[0]?.weekday ?? []}
          />
        ) : (
          <CalendarEditor
            draft={draft}
            problems={calendarProblems}
            onChange={(calendar) => form.set({ calendar })}
          />
        )}
      </fieldset>
    </FormDialog>
  );
}

interface RateDraft extends RateFormValues {
  readonly calendar: ReturnType<typeof draftOf>;
  readonly hours: 'default' | 'own';
}

const NO_PRICES = { rate_1: null, rate_2: null, rate_3: null, rate_4: null };

const calendarIn = ({ calendar, hours }: RateDraft) =>
  hours === 'default' ? DEFAULT_CALENDAR : calendarOfDraft(calendar);
