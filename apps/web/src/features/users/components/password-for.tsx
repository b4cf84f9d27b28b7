/**
 * The address `/user?password=<name>`, which a user without a password sends to an administrator:
 * opens the dialog for a new initial password of that user.
 */
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../../components/states/error-alert.tsx';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { useUsers } from '../api/use-users.ts';
import type { GeneratedPassword } from '../made-password.ts';
import { StepDialog } from './step-dialog.tsx';

interface PasswordForProps {
  name: string;
  onClose: () => void;
  onPassword: (password: GeneratedPassword) => void;
}

/** The call searches for a part of the name; a shorter name comes first. */
const FOUND = { page: 1, size: 100 };

export function PasswordFor({ name, onClose, onPassword }: PasswordForProps) {
  const { t } = useTranslation(['users', 'errors']);
  const { user_id: own } = useRequiredSession().user;
  const { data, error } = useUsers({ keyword: name, sort: 'name' }, FOUND);
  if (error !== null) return <ErrorAlert error={error} />;
  if (data === undefined) return null;
  const wanted = name.toLowerCase();
  const user = data.list.find((row) => row.name.toLowerCase() === wanted);
  if (user?.changeable === true) {
    return <StepDialog user={user} step="reset" onClose={onClose} onPassword={onPassword} />;
  }
  const reason = () => {
    if (user === undefined) return t('users:no-such', { name: `\u2068${name}\u2069` });
    return user.id === own ? t('users:fixed-own') : t('errors:reason.user-above-own');
  };
  return (
    <Alert className="below" type="warning" showIcon title={reason()} closable={{ onClose }} />
  );
}
