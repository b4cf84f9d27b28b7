/** Preferences by alarm type: one for all, and separate ones for types with different settings. */
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { alarmTypeOf } from '../../../device-kit/alarm.ts';
import type { NotificationSettings } from '../api/use-notification-settings.ts';
import { ALL_OTHERS, type PreferenceDraft, withType } from '../settings-draft.ts';
import { PreferenceCard } from './preference-card.tsx';
import type { SettingsPartProps } from './profile-fields.tsx';

export function PreferenceList(props: SettingsPartProps & { settings: NotificationSettings }) {
  const { settings, form } = props;
  const { values: draft } = form;
  const { t } = useTranslation(['notifications', 'alarms']);
  const nameOf = (type: string) => {
    if (type === ALL_OTHERS) {
      return t(draft.types.length === 1 ? 'notifications:types.all' : 'notifications:types.others');
    }
    return t(`alarms:type.${alarmTypeOf(type) ?? 'other'}`);
  };
  const change = (at: number, part: Partial<PreferenceDraft>) =>
    form.set({ types: draft.types.map((type, i) => (i === at ? { ...type, ...part } : type)) });
  const free = settings.alarm_types.filter(
    (type) => !draft.types.some(({ alarm_type }) => alarm_type === type),
  );
  return (
    <section className="tile" aria-label={t('notifications:types.title')}>
      <header className="tile__head">
        <h2>{t('notifications:types.title')}</h2>
        {free.length > 0 && (
          <Select<string | null>
            aria-label={t('notifications:types.add')}
            placeholder={t('notifications:types.add')}
            className="notify__add"
            // Selecting a type adds a card; the selection is then cleared.
            value={null}
            showSearch={{ optionFilterProp: 'label' }}
            options={free.map((value) => ({ value, label: nameOf(value) }))}
            onChange={(type) => {
              if (type !== null) form.set({ types: withType(draft, type).types });
            }}
          />
        )}
      </header>
      <div className="tile__body stack gap-16">
        <p className="hint prose">{t('notifications:types.about')}</p>
        {draft.types.map((preference, at) => (
          <PreferenceCard
            key={preference.alarm_type}
            name={nameOf(preference.alarm_type)}
            preference={preference}
            users={settings.users}
            isMailPossible={settings.mail_available && draft.mail_address.trim() !== ''}
            isPushPossible={settings.push_subscriptions > 0}
            problemOf={(field) => form.problemOf(`types.${at}.${field}`)}
            onChange={(part) => change(at, part)}
            {...(preference.alarm_type === ALL_OTHERS
              ? {}
              : {
                  onRemove: () =>
                    form.set({ types: draft.types.filter((type) => type !== preference) }),
                })}
          />
        ))}
      </div>
    </section>
  );
}
