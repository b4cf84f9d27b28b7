/** One form that is saved as a whole; a refusal is shown next to its field. */
import { Alert, App, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useUnsavedGuard } from '../../../lib/use-unsaved-guard.ts';
import { type NotificationSettings, useSettingsChanges } from '../api/use-notification-settings.ts';
import { draftOf, type SettingsDraft, settingsProblems, wireOf } from '../settings-draft.ts';
import { PreferenceList } from './preference-list.tsx';
import { ProfileFields } from './profile-fields.tsx';

export function SettingsForm({ settings }: { settings: NotificationSettings }) {
  const { t } = useTranslation(['notifications', 'errors']);
  const { message } = App.useApp();
  const errorText = useErrorText();
  const { change, followed } = useSettingsChanges();
  /** Undefined while it equals the state on the server. */
  const [edited, setEdited] = useState<SettingsDraft>();
  const draft = edited ?? draftOf(settings);
  const isDirty =
    edited !== undefined && JSON.stringify(edited) !== JSON.stringify(draftOf(settings));
  useUnsavedGuard(isDirty);
  const problems = settingsProblems(draft);
  const refusedField = change.error?.field;
  const isShownBeside =
    refusedField !== undefined &&
    (refusedField in draft || /^types\.\d+\.(?!alarm_type)/.test(refusedField));
  const said = (field: string): string | undefined => {
    const problem = problems[field];
    if (problem !== undefined) return t(`errors:reason.${problem}`);
    return refusedField === field ? errorText(change.error) : undefined;
  };
  const edit = (part: Partial<SettingsDraft>) => {
    change.reset();
    setEdited({ ...draft, ...part });
  };
  const save = () =>
    change.mutate(
      { body: wireOf(draft) },
      {
        onSuccess: async () => {
          message.success(t('notifications:saved'));
          await followed();
          // Retains input that was typed while saving.
          setEdited((now) => (now === draft ? undefined : now));
        },
      },
    );
  return (
    <form
      className="stack gap-16"
      aria-label={t('notifications:title')}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <ProfileFields draft={draft} said={said} onEdit={edit} />
      <PreferenceList settings={settings} draft={draft} said={said} onEdit={edit} />
      <div className="notify__save row panel">
        {change.error !== null && !isShownBeside && (
          <Alert type="error" showIcon role="alert" title={errorText(change.error)} />
        )}
        <Button
          type="primary"
          htmlType="submit"
          loading={change.isPending}
          disabled={!isDirty || Object.keys(problems).length > 0}
        >
          {t('notifications:save')}
        </Button>
        {isDirty && (
          <Button
            onClick={() => {
              change.reset();
              setEdited(undefined);
            }}
          >
            {t('notifications:revert')}
          </Button>
        )}
        <span className="hint" aria-live="polite">
          {Object.keys(problems).length > 0 ? t('notifications:has-problems') : ''}
        </span>
      </div>
    </form>
  );
}
