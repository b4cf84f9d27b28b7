/** Selects the target of a move, shows its effects, and executes it. */
import { Alert, App, Skeleton } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { ErrorState } from '../../../components/states/error-state.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useGroupTree } from '../api/use-group-tree.ts';
import { type Moved, useMove, usePreview } from '../api/use-move.ts';
import { idsBelow } from '../group-rows.ts';
import { GroupChoice } from './group-choice.tsx';
import { MovePreview } from './move-preview.tsx';

interface MoveDialogProps {
  readonly moved: Moved;
  /** Description of what is moved. */
  readonly title: string;
  /** Preselected target, if known; it can be changed. */
  readonly target?: number | undefined;
  readonly onDone: (isMoved: boolean) => void;
}

export function MoveDialog({ moved, title, target, onDone }: MoveDialogProps) {
  const { t } = useTranslation('groups');
  const { message } = App.useApp();
  const errorText = useErrorText();
  const id = useId();
  const [to, setTo] = useState(target);
  const tree = useGroupTree();
  const preview = usePreview(moved, to);
  const { move, followed } = useMove();
  const without = moved.what === 'group' ? idsBelow(tree.data ?? [], moved.id) : undefined;
  const isNothing =
    preview.data !== undefined &&
    moved.what !== 'group' &&
    preview.data.moved_devices + preview.data.moved_users === 0;
  const confirm = () => {
    if (to === undefined || preview.data === undefined) return;
    move.mutate(
      { moved, to, token: preview.data.token },
      {
        onSuccess: () => {
          void followed();
          void message.success(t('groups:moved'));
          onDone(true);
        },
        // Another user changed the tree first: the displayed preview is outdated.
        onError: () => void preview.refetch(),
      },
    );
  };
  return (
    <ConfirmDialog
      isOpen
      isWide
      title={title}
      confirmLabel={t('groups:move')}
      isBusy={move.isPending}
      isBlocked={preview.data === undefined || preview.isFetching || isNothing}
      onConfirm={confirm}
      onCancel={() => onDone(false)}
    >
      <div className="stack gap-8">
        <label htmlFor={id}>{t('groups:to')}</label>
        <GroupChoice
          id={id}
          label={t('groups:to')}
          value={to}
          {...(without === undefined ? {} : { without })}
          onChange={(group) => {
            move.reset();
            setTo(group);
          }}
        />
        {move.error !== null && (
          <Alert type="error" showIcon role="alert" title={errorText(move.error)} />
        )}
        {preview.error !== null && (
          <ErrorState error={preview.error} onRetry={() => void preview.refetch()} isCompact />
        )}
        {to !== undefined && preview.isPending && <Skeleton active paragraph={{ rows: 3 }} />}
        {isNothing && <p>{t('groups:preview.there-already')}</p>}
        {preview.data !== undefined && !isNothing && <MovePreview preview={preview.data} />}
      </div>
    </ConfirmDialog>
  );
}
