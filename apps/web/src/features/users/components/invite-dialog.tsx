/**
 * Dialog for a new user: name, group, and a role with a preview of its permissions; the password is
 * shown once.
 */
import { Alert, Checkbox, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { useRoles } from '../../roles/api/use-roles.ts';
import { useUserChanges } from '../api/use-users.ts';
import type { MadePassword } from '../made-password.ts';
import { isMail, roleOf, type UserDraft, UserFields } from './user-fields.tsx';

const NAME = /^[\p{L}\p{N}][\p{L}\p{N}._@+-]{2,63}$/u;

interface InviteDialogProps {
  onMade: (made: MadePassword) => void;
  onCancel: () => void;
}

export function InviteDialog({ onMade, onCancel }: InviteDialogProps) {
  const { t } = useTranslation(['users', 'errors']);
  const { language } = useLanguage();
  const errorText = useErrorText();
  const { group_id: ownGroup } = useRequiredSession().user;
  const roles = useRoles().data ?? [];
  const { add, followed } = useUserChanges();
  const [name, setName] = useState('');
  const [sendMail, setSendMail] = useState(false);
  const [isTried, setTried] = useState(false);
  const [draft, setDraft] = useState<UserDraft>({ role: 'viewer', group: ownGroup, mail: '' });
  const id = useId();
  const trimmed = name.trim();
  const mail = draft.mail.trim();
  const isNameWrong = !NAME.test(trimmed) || trimmed.toLowerCase() === 'admin';
  const send = () =>
    add.mutate(
      {
        body: {
          name: trimmed,
          ...roleOf(draft.role, roles),
          group_id: String(draft.group),
          mail,
          ...(sendMail ? { send_mail: true, language } : {}),
        },
      },
      {
        onSuccess: ({ data }) =>
          onMade({
            name: trimmed,
            password: data.initial_password,
            mail: sendMail ? { to: mail, isSent: data.mailed } : null,
          }),
        onSettled: () => void followed(),
      },
    );
  return (
    <ConfirmDialog
      isOpen
      isWide
      title={t('users:invite')}
      confirmLabel={t('users:give')}
      isBusy={add.isPending}
      isBlocked={isNameWrong || !isMail(mail) || (sendMail && mail === '')}
      onConfirm={send}
      onCancel={onCancel}
    >
      <div className="users-form stack gap-16">
        <label className="stack gap-4" htmlFor={`${id}-name`}>
          {t('users:column.name')}
          <Input
            id={`${id}-name`}
            dir="auto"
            value={name}
            maxLength={64}
            autoComplete="off"
            aria-required
            status={isTried && isNameWrong ? 'error' : ''}
            aria-invalid={isTried && isNameWrong}
            aria-describedby={`${id}-name-said`}
            onBlur={() => setTried(name !== '')}
            onChange={({ target }) => setName(target.value)}
          />
          <span id={`${id}-name-said`} className="hint">
            {isTried && isNameWrong ? t('errors:reason.user-name-invalid') : t('users:name-hint')}
          </span>
        </label>
        <UserFields draft={draft} onChange={(part) => setDraft({ ...draft, ...part })} />
        <Checkbox
          checked={sendMail}
          disabled={mail === ''}
          onChange={({ target }) => setSendMail(target.checked)}
        >
          {t('users:send-mail')}
        </Checkbox>
        {add.error !== null && (
          <Alert type="error" showIcon role="alert" title={errorText(add.error)} />
        )}
      </div>
    </ConfirmDialog>
  );
}
