/** Mail address, language, time zone and hours for notifications. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FormSelect } from '../../../components/forms/form-select.tsx';
import type { FormState } from '../../../components/forms/form-state.ts';
import { FormText } from '../../../components/forms/form-text.tsx';
import { LANGUAGE_NAMES, LANGUAGES } from '../../../i18n/languages.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import type { SettingsDraft } from '../settings-draft.ts';
import { ClockSwitch } from './clock-switch.tsx';

export interface SettingsPartProps {
  form: FormState<SettingsDraft>;
}

const LONGEST_ADDRESS = 254;

export function ProfileFields({ form }: SettingsPartProps) {
  const { t } = useTranslation('notifications');
  const { zone: customerZone, languages } = useRequiredSession().user;
  const { language } = form.values;
  const zones = useMemo(
    () => Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone })),
    [],
  );
  return (
    <section className="tile" aria-label={t('notifications:profile.title')}>
      <header className="tile__head">
        <h2>{t('notifications:profile.title')}</h2>
      </header>
      <div className="tile__body columns gap-16">
        <FormText
          label={t('notifications:profile.mail')}
          help={t('notifications:profile.mail-about')}
          type="email"
          autoComplete="email"
          maxLength={LONGEST_ADDRESS}
          {...form.field('mail_address')}
        />
        <FormSelect
          label={t('notifications:profile.language')}
          help={t('notifications:profile.language-about')}
          options={LANGUAGES.filter(
            (one) => one === language || (languages?.includes(one) ?? true),
          ).map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          {...form.field('language')}
        />
        <FormSelect
          label={t('notifications:profile.zone')}
          help={t('notifications:profile.zone-about')}
          isSearched
          options={[
            {
              value: '',
              label: t('notifications:profile.zone-customer', { zone: customerZone }),
            },
            ...zones,
          ]}
          {...form.field('zone')}
        />
        <ClockSwitch
          form={form}
          label={t('notifications:profile.quiet')}
          help={t('notifications:profile.quiet-about')}
          clocks={[
            { name: 'quiet_from', label: t('notifications:profile.quiet-from'), usual: '22:00' },
            { name: 'quiet_to', label: t('notifications:profile.quiet-to'), usual: '06:00' },
          ]}
        />
        <ClockSwitch
          form={form}
          label={t('notifications:profile.digest')}
          help={t('notifications:profile.digest-about')}
          clocks={[
            { name: 'digest_at', label: t('notifications:profile.digest-at'), usual: '07:00' },
          ]}
        />
      </div>
    </section>
  );
}
