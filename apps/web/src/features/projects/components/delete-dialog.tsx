/** "Confirm to delete?" with a list of what is deleted and what remains. */
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import type { ApiError } from '../../../lib/calls/api-error.ts';

interface DeleteDialogProps {
  name: string;
  /** Effect of the deletion on what belongs to the item. */
  body: string;
  isBusy: boolean;
  error: ApiError | null;
  onConfirm: () => void;
  onCancel: () => void;
}

export function DeleteDialog({ name, body, error, ...rest }: DeleteDialogProps) {
  const { t } = useTranslation('projects');
  const errorText = useErrorText();
  return (
    <ConfirmDialog
      isOpen
      isDanger
      title={t('projects:delete.title')}
      confirmLabel={t('projects:delete.confirm')}
      {...rest}
    >
      <div className="project-form">
        <p>
          <strong>
            <bdi>{name}</bdi>
          </strong>
        </p>
        <p>{body}</p>
        {error !== null && <Alert type="error" showIcon role="alert" title={errorText(error)} />}
      </div>
    </ConfirmDialog>
  );
}
