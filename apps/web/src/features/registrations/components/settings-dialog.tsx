/** Customer settings of the platform: expiry, time zone, currency, map, limits, languages. */
import { Alert, App, Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { NumberField } from '../../../components/fields/number-field.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../../../i18n/languages.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { type RegistrationRow, useRegistrationChanges } from '../api/use-registrations.ts';
import { dayOfExpiry, expiryOfDay } from '../expiry-day.ts';
import { ExpiryField } from './expiry-field.tsx';

const MAP_TYPES = ['google', 'baidu'] as const;
const MOST = 10_000_000;

const LIMITS = ['most_devices', 'most_users', 'most_messages'] as const;

export function SettingsDialog({ row, onDone }: { row: RegistrationRow; onDone: () => void }) {
  const { t } = useTranslation('registrations');
  const { message } = App.useApp();
  const { zone } = useRequiredSession().user;
  const { language } = useLanguage();
  const errorText = useErrorText();
  const { change, followed } = useRegistrationChanges();
  const zones = useCallQuery('v2.zones', {}, { staleTime: Number.POSITIVE_INFINITY });
  const currencies = useCallQuery('v2.currencies', {});
  const id = useId();
  const [draft, setDraft] = useState(row);
  const [day, setDay] = useState(dayOfExpiry(row.expires_at, zone));
  const edit = (part: Partial<RegistrationRow>) => setDraft({ ...draft, ...part });
  // An unchanged day retains its exact instant.
  const expires_at =
    day === dayOfExpiry(row.expires_at, zone) ? row.expires_at : expiryOfDay(day, zone);
  const isUnreadable = LIMITS.some((limit) => Number.isNaN(draft[limit]));
  const save = () => {
    if (expires_at === undefined) return;
    const { version, zone_id, currency_id, map_type, most_devices, most_users } = draft;
    const { most_messages, languages } = draft;
    change.mutate(
      {
        params: { id: String(row.id) },
        body: {
          version,
          expires_at,
          zone_id,
          currency_id,
          map_type,
          most_devices,
          most_users,
          most_messages,
          languages,
        },
      },
      {
        onSuccess: () => {
          void message.success(t('registrations:changed'));
          onDone();
        },
        onSettled: () => void followed(),
      },
    );
  };
  const word = (one: { english: string; chinese: string }) =>
    language === 'zh' ? one.chinese : one.english;
  return (
    <ConfirmDialog
      isOpen
      title={t('registrations:change-of', { name: row.english_code })}
      confirmLabel={t('registrations:save')}
      isBusy={change.isPending}
      isBlocked={expires_at === undefined || draft.languages.length === 0 || isUnreadable}
      onConfirm={save}
      onCancel={onDone}
    >
      <div className="registration-form stack gap-16">
        <ExpiryField value={day} onChange={setDay} />
        <label className="stack gap-4" htmlFor={`${id}-zone`}>
          {t('registrations:zone')}
          <Select
            id={`${id}-zone`}
            showSearch={{ optionFilterProp: 'label' }}
            value={draft.zone_id}
            loading={zones.isPending}
            options={(zones.data?.data ?? []).map((one) => ({
              value: one.id,
              label: `${word(one)} (${one.iana})`,
            }))}
            onChange={(zone_id) => edit({ zone_id })}
          />
          <span className="hint">{t('registrations:zone-about')}</span>
        </label>
        <label className="stack gap-4" htmlFor={`${id}-currency`}>
          {t('registrations:currency')}
          <Select
            id={`${id}-currency`}
            value={draft.currency_id}
            loading={currencies.isPending}
            options={(currencies.data?.data ?? []).map((one) => ({
              value: one.id,
              label: `${language === 'zh' ? one.chinese_name : one.english_name} (${one.symbol_unit})`,
            }))}
            onChange={(currency_id) => edit({ currency_id })}
          />
        </label>
        <label className="stack gap-4" htmlFor={`${id}-map`}>
          {t('registrations:map')}
          <Select
            id={`${id}-map`}
            value={draft.map_type}
            options={MAP_TYPES.map((value) => ({
              value,
              label: t(`registrations:map-type.${value}`),
            }))}
            onChange={(map_type) => edit({ map_type })}
          />
        </label>
        {LIMITS.map((limit) => (
          <label key={limit} className="stack gap-4" htmlFor={`${id}-${limit}`}>
            {t(`registrations:limit.${limit}`)}
            <NumberField
              id={`${id}-${limit}`}
              label={t(`registrations:limit.${limit}`)}
              min={1}
              max={MOST}
              precision={0}
              value={draft[limit]}
              placeholder={t(`registrations:no-limit.${limit}`)}
              onChange={(value) => edit({ [limit]: value })}
            />
          </label>
        ))}
        <p className="hint">{t('registrations:limit-about')}</p>
        <label className="stack gap-4" htmlFor={`${id}-languages`}>
          {t('registrations:languages')}
          <Select
            id={`${id}-languages`}
            mode="multiple"
            value={draft.languages}
            options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
            onChange={(languages) => edit({ languages })}
          />
          <span className="hint">{t('registrations:languages-about')}</span>
        </label>
        {change.error !== null && (
          <Alert type="error" showIcon role="alert" title={errorText(change.error)} />
        )}
      </div>
    </ConfirmDialog>
  );
}
