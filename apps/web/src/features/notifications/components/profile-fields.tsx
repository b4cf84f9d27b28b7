/** Mail address, language, time zone and hours for notifications. */
import { Input, Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES, LANGUAGES } from '../../../i18n/languages.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import type { SettingsDraft } from '../settings-draft.ts';
import { ClockSwitch } from './clock-switch.tsx';
import { Field } from './field.tsx';

export interface SettingsPartProps {
  draft: SettingsDraft;
  /** Validation error of a field. */
  said: (field: string) => string | undefined;
  onEdit: (part: Partial<SettingsDraft>) => void;
}

const LONGEST_ADDRESS = 254;

export function ProfileFields({ draft, said, onEdit }: SettingsPartProps) {
  const { t } = useTranslation('notifications');
  const { zone: customerZone, languages } = useRequiredSession().user;
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
        <Field
          label={t('notifications:profile.mail')}
          about={t('notifications:profile.mail-about')}
          problem={said('mail_address')}
        >
          {(props) => (
            <Input
              {...props}
              type="email"
              dir="ltr"
              autoComplete="email"
              maxLength={LONGEST_ADDRESS}
              value={draft.mail_address}
              onChange={({ target }) => onEdit({ mail_address: target.value })}
            />
          )}
        </Field>
        <Field
          label={t('notifications:profile.language')}
          about={t('notifications:profile.language-about')}
          problem={said('language')}
        >
          {(props) => (
            <Select
              {...props}
              value={draft.language}
              options={LANGUAGES.filter(
                (one) => one === draft.language || (languages?.includes(one) ?? true),
              ).map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
              onChange={(language) => onEdit({ language })}
            />
          )}
        </Field>
        <Field
          label={t('notifications:profile.zone')}
          about={t('notifications:profile.zone-about')}
          problem={said('zone')}
        >
          {(props) => (
            <Select
              {...props}
              showSearch
              value={draft.zone}
              options={[
                {
                  value: '',
                  label: t('notifications:profile.zone-customer', { zone: customerZone }),
                },
                ...zones,
              ]}
              onChange={(zone) => onEdit({ zone })}
            />
          )}
        </Field>
        <ClockSwitch
          label={t('notifications:profile.quiet')}
          about={t('notifications:profile.quiet-about')}
          clocks={[
            {
              key: 'quiet_from',
              label: t('notifications:profile.quiet-from'),
              value: draft.quiet_from,
              usual: '22:00',
            },
            {
              key: 'quiet_to',
              label: t('notifications:profile.quiet-to'),
              value: draft.quiet_to,
              usual: '06:00',
            },
          ]}
          said={said}
          onEdit={onEdit}
        />
        <ClockSwitch
          label={t('notifications:profile.digest')}
          about={t('notifications:profile.digest-about')}
          clocks={[
            {
              key: 'digest_at',
              label: t('notifications:profile.digest-at'),
              value: draft.digest_at,
              usual: '07:00',
            },
          ]}
          said={said}
          onEdit={onEdit}
        />
      </div>
    </section>
  );
}
