/** Customer settings of the platform: expiry, time zone, currency, map, limits, languages. */

import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { FormDay } from '../../../components/forms/form-moment.tsx';
import { FormNumber } from '../../../components/forms/form-number.tsx';
import { FormSelect } from '../../../components/forms/form-select.tsx';
import { useFormState } from '../../../components/forms/form-state.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../../../i18n/languages.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { type RegistrationRow, useRegistrationChanges } from '../api/use-registrations.ts';
import { dayOfExpiry, expiryOfDay } from '../expiry-day.ts';

const MAP_TYPES = ['google', 'baidu'] as const;
const LIMITS = ['most_devices', 'most_users', 'most_messages'] as const;

export function SettingsDialog({ row, onClose }: { row: RegistrationRow; onClose: () => void }) {
  const { t } = useTranslation('registrations');
  const { zone } = useRequiredSession().user;
  const { language } = useLanguage();
  const send = useRegistrationChanges();
  const zones = useCallQuery('v2.zones', {}, { staleTime: Number.POSITIVE_INFINITY });
  const currencies = useCallQuery('v2.currencies', {});
  const form = useFormState(() => {
    const { zone_id, currency_id, map_type, most_devices, most_users } = row;
    const { most_messages, languages, version } = row;
    const limits = { most_devices, most_users, most_messages };
    const day = dayOfExpiry(row.expires_at, zone);
    return { day, version, zone_id, currency_id, map_type, ...limits, languages };
  });
  const { day, ...settings } = form.values;
  // An unchanged day retains its exact instant.
  const expires_at =
    day === dayOfExpiry(row.expires_at, zone) ? row.expires_at : expiryOfDay(day, zone);
  const isUnreadable = LIMITS.some((limit) => Number.isNaN(settings[limit]));
  return (
    <FormDialog
      form={form}
      title={t('registrations:change-of', { name: row.english_code })}
      saveLabel={t('registrations:save')}
      done={t('registrations:changed')}
      isBlocked={expires_at === undefined || settings.languages.length === 0 || isUnreadable}
      onSave={() =>
        send('v2.registrations.change', {
          params: { id: String(row.id) },
          body: { ...settings, expires_at: expires_at ?? null },
        })
      }
      onClose={onClose}
    >
      <FormDay
        label={t('registrations:last-day')}
        help={t('registrations:last-day-about')}
        isClearable
        {...form.field('day')}
      />
      <FormSelect
        label={t('registrations:zone')}
        help={t('registrations:zone-about')}
        isSearched
        loading={zones.isPending}
        options={(zones.data?.data ?? []).map((one) => ({
          value: one.id,
          label: `${language === 'zh' ? one.chinese : one.english} (${one.iana})`,
        }))}
        {...form.field('zone_id')}
      />
      <FormSelect
        label={t('registrations:currency')}
        loading={currencies.isPending}
        options={(currencies.data?.data ?? []).map((one) => ({
          value: one.id,
          label: `${language === 'zh' ? one.chinese_name : one.english_name} (${one.symbol_unit})`,
        }))}
        {...form.field('currency_id')}
      />
      <FormSelect
        label={t('registrations:map')}
        options={MAP_TYPES.map((value) => ({ value, label: t(`registrations:map-type.${value}`) }))}
        {...form.field('map_type')}
      />
      {LIMITS.map((limit) => (
        <FormNumber
          key={limit}
          label={t(`registrations:limit.${limit}`)}
          min={1}
          max={10_000_000}
          precision={0}
          placeholder={t(`registrations:no-limit.${limit}`)}
          {...form.field(limit)}
        />
      ))}
      <p className="hint prose">{t('registrations:limit-about')}</p>
      <FormSelect
        label={t('registrations:languages')}
        help={t('registrations:languages-about')}
        mode="multiple"
        options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        {...form.field('languages')}
      />
    </FormDialog>
  );
}
