/**
 * Confirms the deletion of a group: lists what must be removed first, or what is deleted with it.
 */
import { Alert, App, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { ErrorState } from '../../../components/states/error-state.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import {
  type GroupContents,
  type TreeGroup,
  useGroupChanges,
  useGroupContents,
} from '../api/use-group-tree.ts';

interface DeleteDialogProps {
  readonly group: TreeGroup;
  readonly onDone: (isDeleted: boolean) => void;
}

/** Contents that block the deletion. */
const KEEPING = ['groups', 'devices', 'users', 'projects', 'schedules', 'keys'] as const;
/** Contents that are deleted with the group. */
const GOING = ['rules', 'windows'] as const;

export function DeleteDialog({ group, onDone }: DeleteDialogProps) {
  const { t } = useTranslation('groups');
  const { message } = App.useApp();
  const errorText = useErrorText();
  const contents = useGroupContents(group.id);
  const { remove, followed } = useGroupChanges();
  const isEmpty = contents.data !== undefined && KEEPING.every((what) => contents.data[what] === 0);
  const confirm = () =>
    remove.mutate(
      { params: { id: String(group.id) } },
      {
        onSuccess: () => {
          void followed();
          void message.success(t('groups:deletion.done'));
          onDone(true);
        },
        // The group may have been filled since.
        onError: () => void contents.refetch(),
      },
    );
  return (
    <ConfirmDialog
      isOpen
      isDanger
      title={t('groups:delete-of', { name: group.name })}
      confirmLabel={t('groups:delete')}
      isBusy={remove.isPending}
      isBlocked={!isEmpty || contents.isFetching}
      onConfirm={confirm}
      onCancel={() => onDone(false)}
    >
      <div className="stack gap-8">
        {remove.error !== null && (
          <Alert type="error" showIcon role="alert" title={errorText(remove.error)} />
        )}
        {contents.error !== null && (
          <ErrorState error={contents.error} onRetry={() => void contents.refetch()} isCompact />
        )}
        {contents.isPending && <Skeleton active paragraph={{ rows: 2 }} />}
        {contents.data !== undefined && <Contents contents={contents.data} isEmpty={isEmpty} />}
      </div>
    </ConfirmDialog>
  );
}

function Contents({ contents, isEmpty }: { contents: GroupContents; isEmpty: boolean }) {
  const { t } = useTranslation('groups');
  const shown = (isEmpty ? GOING : KEEPING).filter((what) => contents[what] > 0);
  return (
    <>
      <p>{t(isEmpty ? 'groups:deletion.body' : 'groups:deletion.full')}</p>
      {shown.length > 0 && (
        <ul className="bullets">
          {shown.map((what) => (
            <li key={what}>{t(`groups:deletion.${what}`, { number: contents[what] })}</li>
          ))}
        </ul>
      )}
    </>
  );
}
