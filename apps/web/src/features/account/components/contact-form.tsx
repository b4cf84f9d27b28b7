/** Mail address and language of messages, which the notification settings store. */
import { useTranslation } from 'react-i18next';
import { FormPanel } from '../../../components/forms/form-panel.tsx';
import { FormSelect } from '../../../components/forms/form-select.tsx';
import { useFormState } from '../../../components/forms/form-state.ts';
import { FormText } from '../../../components/forms/form-text.tsx';
import { LANGUAGE_NAMES, LANGUAGES } from '../../../i18n/languages.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import {
  type NotificationSettings,
  useSettingsChanges,
} from '../../notifications/api/use-notification-settings.ts';
import { draftOf, settingsProblems } from '../../notifications/settings-draft.ts';

const LONGEST_ADDRESS = 254;

export function ContactForm({ settings }: { settings: NotificationSettings }) {
  const { t } = useTranslation(['account', 'notifications', 'errors']);
  const { languages } = useRequiredSession().user;
  const { change, followed } = useSettingsChanges();
  const { mail_address, language } = settings;
  const form = useFormState(
    { mail_address, language },
    {
      problems: (values) => {
        // An empty address is a problem only while a daily digest needs it.
        const reason = settingsProblems({ ...draftOf(settings), ...values })['mail_address'];
        return { mail_address: reason && t(`errors:reason.${reason}`) };
      },
    },
  );
  return (
    <FormPanel
      form={form}
      label={t('account:profile.contact')}
      saveLabel={t('notifications:save')}
      resetLabel={t('notifications:revert')}
      done={t('notifications:saved')}
      onSave={async () => {
        const body = { ...form.values, mail_address: form.values.mail_address.trim() };
        await change.mutateAsync({ body });
        await followed();
      }}
    >
      <div className="columns columns-fit gap-16">
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
            (one) => one === form.values.language || (languages?.includes(one) ?? true),
          ).map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          {...form.field('language')}
        />
      </div>
    </FormPanel>
  );
}
