import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useCallMutation, useCallQuery } from '../../../lib/calls/use-call.ts';
import { AuthAlert } from './auth-alert.tsx';
import { SelectField, TextField } from './fields.tsx';
import { LeaveGuard } from './leave-guard.tsx';

const TEXT_FIELDS = [
  { key: 'chinese_code', isRequired: true, maxLength: 200 },
  { key: 'english_code', isRequired: true, maxLength: 200 },
  { key: 'platform_account', isRequired: true, maxLength: 64, isLtr: true },
  { key: 'contact_user', isRequired: true, maxLength: 200 },
  { key: 'email', type: 'email', maxLength: 200, isLtr: true },
  { key: 'phone', type: 'tel', maxLength: 64, isLtr: true },
  { key: 'address', maxLength: 500 },
] as const;
type TextKey = (typeof TEXT_FIELDS)[number]['key'];
type Form = Record<TextKey | 'zone_id' | 'map_type' | 'currency_id', string>;

const EMPTY: Form = {
  chinese_code: '',
  english_code: '',
  platform_account: '',
  contact_user: '',
  email: '',
  phone: '',
  address: '',
  zone_id: '',
  map_type: 'baidu',
  currency_id: '',
};

interface RegisterFormProps {
  onRegistered: (done: { customerId: number; password: string; account: string }) => void;
}

export function RegisterForm({ onRegistered }: RegisterFormProps) {
  const { t } = useTranslation('auth');
  const { language } = useLanguage();
  const errorText = useErrorText();
  const zones = useCallQuery('v2.zones', {}, { staleTime: Number.POSITIVE_INFINITY });
  const currencies = useCallQuery('v2.currencies', {}, { staleTime: Number.POSITIVE_INFINITY });
  const register = useCallMutation('v2.register');
  const [form, setForm] = useState(EMPTY);
  const [isTried, setTried] = useState(false);

  const set = (key: keyof Form) => (value: string) => {
    register.reset();
    setForm((old) => ({ ...old, [key]: value }));
  };
  // The first item of each list is preselected (docs/specification/accounts.md 3.3).
  const zoneId = form.zone_id || String(zones.data?.data[0]?.id ?? '');
  const currencyId = form.currency_id || String(currencies.data?.data[0]?.id ?? '');
  const isDirty = TEXT_FIELDS.some(({ key }) => form[key] !== '');
  const isMissing = (key: TextKey) => form[key].trim() === '';
  const problem = register.error === null ? undefined : errorText(register.error);
  const refusedField =
    register.error?.field ??
    (register.error?.reason === 'account-taken' ? 'platform_account' : undefined);

  function refusalOf(field: (typeof TEXT_FIELDS)[number]): string | undefined {
    if (isTried && 'isRequired' in field && isMissing(field.key)) {
      return t(`auth:register.${field.key}-required`);
    }
    return refusedField === field.key ? problem : undefined;
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (TEXT_FIELDS.some((field) => 'isRequired' in field && isMissing(field.key))) return;
    const account = form.platform_account.trim();
    const answer = await register
      .mutateAsync({
        body: {
          chinese_code: form.chinese_code.trim(),
          english_code: form.english_code.trim(),
          platform_account: account,
          contact_user: form.contact_user.trim(),
          email: form.email.trim(),
          phone: form.phone.trim(),
          address: form.address.trim(),
          use_https_flag: false,
          use_platform_api_flag: false,
          map_type: form.map_type === 'google' ? 'google' : 'baidu',
          ...(zoneId === '' ? {} : { zone_id: Number(zoneId) }),
          ...(currencyId === '' ? {} : { currency_id: Number(currencyId) }),
        },
      })
      .catch(() => null);
    if (answer === null) return;
    const { customer_id, initial_password } = answer.data;
    onRegistered({ customerId: customer_id, password: initial_password, account });
  }

  return (
    <form className="stack gap-8" onSubmit={(event) => void submit(event)} noValidate>
      <LeaveGuard isDirty={isDirty && !register.isSuccess} />
      {problem !== undefined && refusedField === undefined && (
        <AuthAlert kind="error">{problem}</AuthAlert>
      )}
      <div className="auth-columns">
        {TEXT_FIELDS.map((field) => (
          <div key={field.key} className={field.key === 'address' ? 'span-all' : undefined}>
            <TextField
              {...field}
              label={t(`auth:register.${field.key}`)}
              value={form[field.key]}
              onChange={set(field.key)}
              hint={
                field.key === 'platform_account'
                  ? t('auth:register.platform_account-hint')
                  : undefined
              }
              error={refusalOf(field)}
              hasFocus={field.key === 'chinese_code'}
            />
          </div>
        ))}
        <SelectField
          label={t('auth:register.zone_id')}
          value={zoneId}
          onChange={set('zone_id')}
          options={(zones.data?.data ?? []).map((zone) => ({
            value: String(zone.id),
            label: language === 'zh' ? zone.chinese : zone.english,
          }))}
        />
        <SelectField
          label={t('auth:register.currency_id')}
          value={currencyId}
          onChange={set('currency_id')}
          options={(currencies.data?.data ?? []).map((currency) => ({
            value: String(currency.id),
            label: `${language === 'zh' ? currency.chinese_name : currency.english_name} (${currency.symbol_unit})`,
          }))}
        />
        <SelectField
          label={t('auth:register.map_type')}
          value={form.map_type}
          onChange={set('map_type')}
          options={(['baidu', 'google'] as const).map((value) => ({
            value,
            label: t(`auth:register.map-${value}`),
          }))}
        />
      </div>
      <div className="auth-actions">
        <button type="submit" className="auth-submit" disabled={register.isPending}>
          {t('auth:register.submit')}
        </button>
      </div>
    </form>
  );
}
