/** One form that is saved as a whole; a refusal is shown next to its field. */
import { useTranslation } from 'react-i18next';
import { FormPanel } from '../../../components/forms/form-panel.tsx';
import { useFormState } from '../../../components/forms/form-state.ts';
import { type NotificationSettings, useSettingsChanges } from '../api/use-notification-settings.ts';
import { draftOf, settingsProblems, wireOf } from '../settings-draft.ts';
import { PreferenceList } from './preference-list.tsx';
import { ProfileFields } from './profile-fields.tsx';

export function SettingsForm({ settings }: { settings: NotificationSettings }) {
  const { t } = useTranslation(['notifications', 'errors']);
  const { change, followed } = useSettingsChanges();
  const initial = draftOf(settings);
  const form = useFormState(initial, {
    isEager: true,
    fieldOf: (name) =>
      name in initial || /^types\.\d+\.(?!alarm_type)/.test(name) ? name : undefined,
    problems: (draft) =>
      Object.fromEntries(
        Object.entries(settingsProblems(draft)).map(([field, problem]) => [
          field,
          t(`errors:reason.${problem}`),
        ]),
      ),
  });
  return (
    <FormPanel
      form={form}
      buttonsClass="notify__save row panel"
      label={t('notifications:title')}
      saveLabel={t('notifications:save')}
      resetLabel={t('notifications:revert')}
      note={
        <span className="hint" aria-live="polite">
          {form.isBlocked ? t('notifications:has-problems') : ''}
        </span>
      }
      done={t('notifications:saved')}
      onSave={async () => {
        await change.mutateAsync({ body: wireOf(form.values) });
        await followed();
      }}
    >
      <ProfileFields form={form} />
      <PreferenceList settings={settings} form={form} />
    </FormPanel>
  );
}
