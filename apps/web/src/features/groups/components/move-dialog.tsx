import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '../../../components/forms/field.tsx';
import { FormDialog, WIDE } from '../../../components/forms/form-dialog.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { idsBelow } from '../../../lib/group-tree.ts';
import { useGroupTree } from '../api/use-group-tree.ts';
import { type Moved, useMove, usePreview } from '../api/use-move.ts';
import { GroupChoice } from './group-choice.tsx';
import { MovePreview } from './move-preview.tsx';

interface MoveDialogProps {
  readonly moved: Moved;
  /** Description of what is moved. */
  readonly title: string;
  /** Preselected target, if known; it can be changed. */
  readonly target?: number | undefined;
  /** Defaults to `onClose`. */
  readonly onMoved?: () => void;
  readonly onClose: () => void;
}

export function MoveDialog(props: MoveDialogProps) {
  const { moved, title, target, onClose, onMoved = onClose } = props;
  const { t } = useTranslation('groups');
  const [to, setTo] = useState(target);
  const tree = useGroupTree();
  const preview = usePreview(moved, to);
  const move = useMove();
  const without = moved.what === 'group' ? idsBelow(tree.data ?? [], moved.id) : undefined;
  const isNothing =
    preview.data !== undefined &&
    moved.what !== 'group' &&
    preview.data.moved_devices + preview.data.moved_users === 0;
  return (
    <FormDialog
      width={WIDE}
      title={title}
      saveLabel={t('groups:move')}
      done={t('groups:moved')}
      isBlocked={preview.data === undefined || preview.isFetching || isNothing}
      onSave={() => move(moved, to ?? 0, preview.data?.token ?? '')}
      onSaved={onMoved}
      onClose={onClose}
    >
      <Field label={t('groups:to')}>
        {({ id }) => (
          <GroupChoice
            id={id}
            label={t('groups:to')}
            value={to}
            {...(without !== undefined && { without })}
            onChange={setTo}
          />
        )}
      </Field>
      {to !== undefined && (
        <Loaded query={preview} lines={3}>
          {(found) =>
            isNothing ? <p>{t('groups:preview.there-already')}</p> : <MovePreview preview={found} />
          }
        </Loaded>
      )}
    </FormDialog>
  );
}
