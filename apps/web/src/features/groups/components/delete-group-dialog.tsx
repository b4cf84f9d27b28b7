/** Confirms a group's deletion: lists what must be removed first, or what is deleted with it. */
import { useTranslation } from 'react-i18next';
import { DeleteDialog } from '../../../components/forms/delete-dialog.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import {
  type GroupContents,
  type TreeGroup,
  useGroupChanges,
  useGroupContents,
} from '../api/use-group-tree.ts';

interface DeleteGroupDialogProps {
  readonly group: TreeGroup;
  /** Defaults to `onClose`. */
  readonly onDeleted?: () => void;
  readonly onClose: () => void;
}

/** Contents that block the deletion. */
const KEEPING = ['groups', 'devices', 'users', 'projects', 'schedules', 'keys'] as const;
/** Contents that are deleted with the group. */
const GOING = ['rules', 'windows'] as const;

const isEmpty = (contents: GroupContents) => KEEPING.every((what) => contents[what] === 0);

export function DeleteGroupDialog(props: DeleteGroupDialogProps) {
  const { group, onClose, onDeleted = onClose } = props;
  const { t } = useTranslation('groups');
  const contents = useGroupContents(group.id);
  const send = useGroupChanges();
  return (
    <DeleteDialog
      title={t('groups:delete-of', { name: group.name })}
      saveLabel={t('groups:delete')}
      done={t('groups:deletion.done')}
      isBlocked={contents.data === undefined || !isEmpty(contents.data) || contents.isFetching}
      onSave={() => send('v2.groups.delete', { params: { id: String(group.id) } })}
      onSaved={onDeleted}
      onClose={onClose}
    >
      <Loaded query={contents} lines={2}>
        {(found) => <Contents contents={found} />}
      </Loaded>
    </DeleteDialog>
  );
}

function Contents({ contents }: { contents: GroupContents }) {
  const { t } = useTranslation('groups');
  const shown = (isEmpty(contents) ? GOING : KEEPING).filter((what) => contents[what] > 0);
  return (
    <>
      <p>{t(isEmpty(contents) ? 'groups:deletion.body' : 'groups:deletion.full')}</p>
      {shown.length > 0 && (
        <ul>
          {shown.map((what) => (
            <li key={what}>{t(`groups:deletion.${what}`, { number: contents[what] })}</li>
          ))}
        </ul>
      )}
    </>
  );
}
