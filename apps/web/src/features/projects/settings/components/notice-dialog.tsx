/** Notification recipient of a project: a mail address, the platform's message list, or both. */
import { Alert, App, Button, Checkbox, Input, Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../../components/dialogs/dialog.tsx';
import { useErrorText } from '../../../../i18n/error-text.ts';
import { isLanguage, LANGUAGE_NAMES, LANGUAGES } from '../../../../i18n/languages.ts';
import { useLanguage } from '../../../../i18n/use-language.ts';
import { useUnsavedGuard } from '../../../../lib/use-unsaved-guard.ts';
import { type ProjectNotice, useNoticeChanges } from '../../api/use-project-config.ts';
import { Field } from '../../components/field.tsx';

interface NoticeDialogProps {
  project: number;
  /** Undefined for a new recipient. */
  notice?: ProjectNotice | undefined;
  onDone: () => void;
}

export function NoticeDialog({ project, notice, onDone }: NoticeDialogProps) {
  const { t } = useTranslation(['projects', 'errors']);
  const { message } = App.useApp();
  const errorText = useErrorText();
  const own = useLanguage().language;
  const { add, change, followed } = useNoticeChanges();
  const id = useId();
  const [address, setAddress] = useState(notice?.mail_address ?? '');
  const [hasMail, setMail] = useState(notice?.mail_notification ?? true);
  const [hasApp, setApp] = useState(notice?.app_notification ?? false);
  const [language, setLanguage] = useState(isLanguage(notice?.language) ? notice.language : own);
  const [isDirty, setDirty] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const mayClose = useUnsavedGuard(isDirty);
  const close = () => void mayClose().then((yes) => yes && onDone());
  const isMissing = hasMail && address.trim() === '';
  const isNothing = !hasMail && !hasApp;
  const failure = add.error ?? change.error;

  const save = async () => {
    setAsked(true);
    if (isMissing || isNothing) return;
    const body = {
      mail_address: address.trim(),
      mail_notification: hasMail,
      app_notification: hasApp,
      language,
    };
    const answer = await (notice === undefined
      ? add.mutateAsync({ body: { project_id: project, ...body } })
      : change.mutateAsync({ params: { id: String(notice.id) }, body })
    ).catch(() => undefined);
    if (answer === undefined) return;
    setDirty(false);
    void followed();
    void message.success(t(notice === undefined ? 'projects:notice.added' : 'projects:updated'));
    onDone();
  };
  const typed =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      setDirty(true);
      set(value);
    };

  return (
    <Dialog
      open
      title={t(notice === undefined ? 'projects:notice.add' : 'projects:notice.change')}
      mask={{ closable: !isDirty }}
      onCancel={close}
      footer={
        <>
          <Button onClick={close}>{t('common:cancel')}</Button>
          <Button
            type="primary"
            loading={add.isPending || change.isPending}
            onClick={() => void save()}
          >
            {t('projects:save')}
          </Button>
        </>
      }
    >
      <div className="project-form">
        <Checkbox checked={hasMail} onChange={({ target }) => typed(setMail)(target.checked)}>
          {t('projects:notice.mail')}
        </Checkbox>
        <Field
          label={t('projects:notice.address')}
          id={`${id}-address`}
          said={isAsked && isMissing ? t('errors:reason.parameters-empty') : undefined}
        >
          <Input
            id={`${id}-address`}
            type="email"
            dir="ltr"
            value={address}
            maxLength={300}
            aria-required={hasMail}
            aria-invalid={isAsked && isMissing}
            status={isAsked && isMissing ? 'error' : ''}
            onChange={({ target }) => typed(setAddress)(target.value)}
          />
        </Field>
        <Field label={t('projects:notice.language')}>
          <Select
            aria-label={t('projects:notice.language')}
            value={language}
            options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
            onChange={typed(setLanguage)}
          />
        </Field>
        <Checkbox checked={hasApp} onChange={({ target }) => typed(setApp)(target.checked)}>
          {t('projects:notice.app')}
        </Checkbox>
        <p className="project-form__hint">{t('projects:notice.app-about')}</p>
        {isAsked && isNothing && (
          <Alert type="warning" showIcon role="alert" title={t('errors:reason.parameters-empty')} />
        )}
        {failure !== null && (
          <Alert type="error" showIcon role="alert" title={errorText(failure)} />
        )}
      </div>
    </Dialog>
  );
}
