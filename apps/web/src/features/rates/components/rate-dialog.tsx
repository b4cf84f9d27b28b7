/**
 * Dialog for a new tariff or a new version: prices and hours from a start day. Values that the
 * server would reject are reported before sending.
 */
import { checkCalendar } from '@busbar/domain/tariff/check-calendar';
import { readPrice } from '@busbar/domain/tariff/price';
import { DEFAULT_CALENDAR } from '@busbar/domain/tariff/tariff-calendar';
import { Alert, Button, Form, Input, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { DateField } from '../../../components/fields/date-field.tsx';
import { NumberField } from '../../../components/fields/number-field.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { isApiError } from '../../../lib/calls/api-error.ts';
import { perKwh } from '../../../lib/formats/number-format.ts';
import { formatMoment } from '../../../lib/formats/time-format.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { useUnsavedGuard } from '../../../lib/use-unsaved-guard.ts';
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
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

export function RateDialog({ rate, currency, onSaved, onClose }: RateDialogProps) {
  const { t } = useTranslation('rates');
  const errorText = useErrorText();
  const { tag } = useLanguage();
  const { zone } = useRequiredSession().user;
  const today = formatMoment(Date.now(), zone).slice(0, 10);
  const tomorrow = dayAfter(today);
  const basis = rate === undefined ? undefined : versionAt(rate.versions, tomorrow);
  const [form] = Form.useForm<RateFormValues>();
  const [isDirty, setDirty] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [draft, setDraft] = useState(() => draftOf(basis?.calendar ?? DEFAULT_CALENDAR));
  const [hours, setHours] = useState<'default' | 'own'>(() =>
    basis === undefined || isSameCalendar(basis.calendar, DEFAULT_CALENDAR) ? 'default' : 'own',
  );
  const { add, change, refetch } = useRateChanges();
  const mayClose = useUnsavedGuard(isDirty);
  const close = () => void mayClose().then((yes) => yes && onClose());
  const calendar = hours === 'default' ? DEFAULT_CALENDAR : calendarOfDraft(draft);
  const problems = checkCalendar(calendar);
  const startDay = Form.useWatch('start_day', form);
  const replaced = rate?.versions.find(
    (one) => one.state === 'coming' && one.start_day === startDay,
  );

  const isFirst = basis !== undefined && !hasPrices(basis);
  const hasOpenDays = rate !== undefined && hasUnpricedDays(rate.versions);
  const dayHelp = isFirst ? 'first-day-help' : hasOpenDays ? 'open-days-help' : 'start-day-help';

  const submit = async ({ name, start_day, ...prices }: RateFormValues) => {
    setFailure(undefined);
    if (problems.length > 0) return setFailure(t('errors:reason.calendar-invalid'));
    const body = { name, ...prices, calendar };
    try {
      if (rate === undefined) await add.mutateAsync({ body });
      else {
        await change.mutateAsync({
          params: { id: String(rate.id) },
          body: start_day === undefined ? body : { ...body, start_day },
        });
      }
      setDirty(false);
      void refetch();
      onSaved();
    } catch (error) {
      const words = errorText(error);
      const field = isApiError(error) ? error.field : undefined;
      if (field !== undefined && form.getFieldInstance(field) != null) {
        form.setFields([{ name: field as keyof RateFormValues, errors: [words] }]);
      } else setFailure(words);
    }
  };
  const refuse = (values: Partial<RateFormValues>) => {
    const isMissing =
      !values.name?.trim() ||
      PRICE_FIELD_LIST.some(({ field }) => {
        const price = readPrice(values[field]);
        return !price.ok && price.problem === 'missing';
      });
    setFailure(isMissing ? t('errors:reason.rate-info-required') : undefined);
  };

  return (
    <Dialog
      open
      title={rate === undefined ? t('rates:form.add') : t('rates:form.edit', { name: rate.name })}
      width={760}
      mask={{ closable: !isDirty }}
      onCancel={close}
      footer={
        <>
          <Button onClick={close}>{t('common:cancel')}</Button>
          <Button
            type="primary"
            loading={add.isPending || change.isPending}
            onClick={() => form.submit()}
          >
            {t('rates:form.save')}
          </Button>
        </>
      }
    >
      <Form<RateFormValues>
        form={form}
        className="rate-form"
        layout="vertical"
        requiredMark={false}
        scrollToFirstError
        initialValues={
          rate === undefined || basis === undefined ? {} : formValues(rate.name, basis, tomorrow)
        }
        onValuesChange={() => setDirty(true)}
        onFinish={(values) => void submit(values)}
        onFinishFailed={({ values }) => refuse(values)}
      >
        <Form.Item
          name="name"
          label={t('rates:form.name')}
          rules={[{ required: true, whitespace: true, message: t('rates:form.need-info') }]}
        >
          <Input maxLength={100} dir="auto" />
        </Form.Item>
        <div className="rate-form__prices">
          {PRICE_FIELD_LIST.map(({ band, field }) => (
            <Form.Item
              key={field}
              name={field}
              label={t(`rates:band.${band}`)}
              rules={[
                {
                  validator: async (_, typed: number | null | undefined) => {
                    const price = readPrice(typed);
                    if (price.ok) return;
                    throw new Error(
                      price.problem === 'missing'
                        ? t('rates:form.need-info')
                        : t('errors:reason.price-invalid'),
                    );
                  },
                },
              ]}
            >
              <NumberField
                label={t(`rates:band.${band}`)}
                className="full"
                dir="ltr"
                controls={false}
                unit={perKwh(currency, tag)}
              />
            </Form.Item>
          ))}
        </div>
        {rate !== undefined && (
          <Form.Item
            name="start_day"
            label={t('rates:form.start-day')}
            extra={t(`rates:form.${dayHelp}`)}
            rules={[
              {
                validator: async (_, day: string | undefined) => {
                  if (day === undefined ? !isFirst : day < today && !hasOpenDays) {
                    throw new Error(t('errors:reason.start-day-invalid'));
                  }
                },
              },
            ]}
          >
            <DateField className="rate-form__day" isClearable={isFirst} />
          </Form.Item>
        )}
        {replaced !== undefined && (
          <Alert type="warning" showIcon title={t('rates:form.replaces')} role="status" />
        )}
        <fieldset className="rate-form__hours">
          <legend>{t('rates:form.hours')}</legend>
          <p className="rate-help hint">{t('rates:form.hours-help')}</p>
          <Segmented<'default' | 'own'>
            value={hours}
            aria-label={t('rates:form.hours')}
            options={[
              { value: 'default', label: t('rates:form.default-hours') },
              { value: 'own', label: t('rates:form.own-hours') },
            ]}
            onChange={(choice) => {
              setDirty(true);
              setHours(choice);
            }}
          />
          {hours === 'default' ? (
            <HoursBar
              name={t('rates:form.default-hours')}
              spans={DEFAULT_CALENDAR.seasons[0]?.weekday ?? []}
            />
          ) : (
            <CalendarEditor
              draft={draft}
              problems={problems}
              onChange={(changed) => {
                setDirty(true);
                setDraft(changed);
              }}
            />
          )}
        </fieldset>
        {failure !== undefined && <Alert type="error" showIcon title={failure} role="alert" />}
      </Form>
    </Dialog>
  );
}
