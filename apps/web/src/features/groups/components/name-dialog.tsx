/** Dialog for the name of a new group or a rename. */
import { GROUP_NAME_LENGTH } from '@busbar/domain/access/group-tree';
import { Alert, App, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { type TreeGroup, useGroupChanges } from '../api/use-group-tree.ts';

interface NameDialogProps {
  /** The parent of the new group, or the group to rename. */
  readonly group: TreeGroup;
  readonly isNew: boolean;
  readonly onDone: () => void;
}

export function NameDialog({ group, isNew, onDone }: NameDialogProps) {
  const { t } = useTranslation('groups');
  const { message } = App.useApp();
  const errorText = useErrorText();
  const id = useId();
  const { add, rename, followed } = useGroupChanges();
  const [name, setName] = useState(isNew ? '' : group.name);
  const change = isNew ? add : rename;
  const wanted = name.trim();
  const after = {
    onSuccess: () => {
      void followed();
      void message.success(t(isNew ? 'groups:added' : 'groups:renamed'));
      onDone();
    },
  };
  const confirm = () => {
    if (isNew) add.mutate({ body: { parent_id: String(group.id), name: wanted } }, after);
    else {
      const body = { name: wanted, was: group.name };
      rename.mutate({ params: { id: String(group.id) }, body }, after);
    }
  };
  const isBlocked = wanted === '' || (!isNew && wanted === group.name);
  return (
    <ConfirmDialog
      isOpen
      title={t(isNew ? 'groups:add-below' : 'groups:rename-of', { name: group.name })}
      confirmLabel={t(isNew ? 'groups:add' : 'groups:rename')}
      isBusy={change.isPending}
      isBlocked={isBlocked}
      onConfirm={confirm}
      onCancel={onDone}
    >
      <div className="stack gap-8">
        <label htmlFor={id}>{t('groups:name')}</label>
        <Input
          dir="auto"
          id={id}
          value={name}
          aria-required
          aria-invalid={change.error !== null}
          status={change.error === null ? '' : 'error'}
          maxLength={GROUP_NAME_LENGTH}
          onChange={({ target }) => {
            change.reset();
            setName(target.value);
          }}
          onPressEnter={() => !isBlocked && !change.isPending && confirm()}
        />
        {change.error !== null && (
          <Alert type="error" showIcon role="alert" title={errorText(change.error)} />
        )}
      </div>
    </ConfirmDialog>
  );
}
