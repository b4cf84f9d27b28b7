/** Notification recipient of a project: a mail address, the platform's message list, or both. */

import { useTranslation } from 'react-i18next';
import { FormCheckbox } from '../../../../components/forms/form-checkbox.tsx';
import { FormDialog } from '../../../../components/forms/form-dialog.tsx';
import { FormSelect } from '../../../../components/forms/form-select.tsx';
import { useFormState } from '../../../../components/forms/form-state.ts';
import { FormText } from '../../../../components/forms/form-text.tsx';
import { isLanguage, LANGUAGE_NAMES, LANGUAGES } from '../../../../i18n/languages.ts';
import { useLanguage } from '../../../../i18n/use-language.ts';
import { type ProjectNotice, useNoticeChanges } from '../../api/use-project-config.ts';

interface NoticeDialogProps {
  project: number;
  /** Undefined for a new recipient. */
  notice?: ProjectNotice | undefined;
  onClose: () => void;
}

export function NoticeDialog({ project, notice, onClose }: NoticeDialogProps) {
  const { t } = useTranslation(['projects', 'errors']);
  const own = useLanguage().language;
  const send = useNoticeChanges();
  const form = useFormState(
    () => ({
      mail_address: notice?.mail_address ?? '',
      mail_notification: notice?.mail_notification ?? true,
      app_notification: notice?.app_notification ?? false,
      language: isLanguage(notice?.language) ? notice.language : own,
    }),
    {
      problems: ({ mail_address, mail_notification, app_notification }) => {
        const isMissing = mail_notification && mail_address.trim() === '';
        const isNothing = !mail_notification && !app_notification;
        const text = t('errors:reason.parameters-empty');
        return isMissing ? { mail_address: text } : isNothing ? { form: text } : undefined;
      },
    },
  );
  const save = () => {
    const body = { ...form.values, mail_address: form.values.mail_address.trim() };
    return notice === undefined
      ? send('v2.config.notice.add', { body: { project_id: project, ...body } })
      : send('v2.config.notice.change', { params: { id: String(notice.id) }, body });
  };
  return (
    <FormDialog
      form={form}
      title={t(notice === undefined ? 'projects:notice.add' : 'projects:notice.change')}
      saveLabel={t('projects:save')}
      done={t(notice === undefined ? 'projects:notice.added' : 'projects:updated')}
      onSave={save}
      onClose={onClose}
    >
      <FormCheckbox label={t('projects:notice.mail')} {...form.field('mail_notification')} />
      <FormText
        label={t('projects:notice.address')}
        type="email"
        isRequired={form.values.mail_notification}
        maxLength={300}
        {...form.field('mail_address')}
      />
      <FormSelect
        label={t('projects:notice.language')}
        options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        {...form.field('language')}
      />
      <FormCheckbox label={t('projects:notice.app')} {...form.field('app_notification')} />
      <p className="hint prose">{t('projects:notice.app-about')}</p>
    </FormDialog>
  );
}
