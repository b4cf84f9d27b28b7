/** Confirms the deletion of a note or a photo and deletes it. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useCallMutation } from '../../../lib/calls/use-call.ts';
import { useRefetchInformation } from '../api/use-information.ts';

interface DeleteQuestionProps {
  call: 'v2.device-information.notes.delete' | 'v2.device-information.photos.delete';
  code: string;
  /** The item to delete; undefined closes the dialog. */
  id: number | undefined;
  title: string;
  onClose: () => void;
  /** Description of the data that will be deleted. */
  children: ReactNode;
}

export function DeleteQuestion({ call, code, id, title, onClose, children }: DeleteQuestionProps) {
  const { t } = useTranslation('device-information');
  const errorText = useErrorText();
  const remove = useCallMutation(call);
  const refetch = useRefetchInformation();
  return (
    <ConfirmDialog
      isOpen={id !== undefined}
      isDanger
      title={title}
      confirmLabel={t('device-information:delete')}
      isBusy={remove.isPending}
      onCancel={() => {
        // Clears the error, so that it is not shown in the next dialog.
        remove.reset();
        onClose();
      }}
      onConfirm={() =>
        remove.mutate(
          { params: { device_code: code, id: String(id) } },
          {
            onSuccess: () => {
              onClose();
              void refetch();
            },
          },
        )
      }
    >
      {children}
      {remove.error !== null && <p role="alert">{errorText(remove.error)}</p>}
    </ConfirmDialog>
  );
}
