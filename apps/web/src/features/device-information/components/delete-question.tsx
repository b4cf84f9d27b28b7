/** Asks before a note or a photo of the device is deleted, and deletes it. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useCallMutation } from '../../../lib/use-call.ts';
import { useRefetchInformation } from '../api/use-information.ts';

interface DeleteQuestionProps {
  call: 'v2.device-information.notes.delete' | 'v2.device-information.photos.delete';
  code: string;
  /** What is asked about; undefined: nothing is. */
  id: number | undefined;
  title: string;
  onClose: () => void;
  /** What is lost. */
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
        // The next question is not about this refusal.
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
