/** Selects the layout; saves it, saves it under another name, or deletes it. */
import { EllipsisOutlined, FullscreenOutlined, SaveOutlined } from '@ant-design/icons';
import { App, Button, Dropdown, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../../i18n/error-text.ts';
import { type ApiError, isApiError } from '../../../lib/calls/api-error.ts';
import { useWallChanges, type WallLayout } from '../api/use-wall.ts';
import type { WallDraft } from '../use-wall-draft.ts';
import { NameDialog } from './name-dialog.tsx';

interface LayoutBarProps {
  readonly layouts: readonly WallLayout[];
  /** Name of the layout in the URL. */
  readonly open: string | undefined;
  readonly draft: WallDraft;
  /** Asks for confirmation if there are unsaved changes. */
  readonly onOpen: (name: string | undefined) => void;
  /** Navigates without confirmation after a save or deletion. */
  readonly onStored: (name: string | undefined) => Promise<void>;
  /** Undefined if the browser does not support full screen. */
  readonly onFullScreen: (() => void) | undefined;
}

type Naming = 'save' | 'save-as' | 'rename';

export function LayoutBar(props: LayoutBarProps) {
  const { layouts, open, draft, onOpen, onStored, onFullScreen } = props;
  const { cells, base, isChanged } = draft;
  const { t } = useTranslation('live-wall');
  const { message, modal } = App.useApp();
  const errorText = useErrorText();
  const changes = useWallChanges();
  const [naming, setNaming] = useState<Naming>();
  const [error, setError] = useState<ApiError | null>(null);

  async function store(name: string, insteadOf: WallLayout | null) {
    draft.setStoring(true);
    try {
      await changes.save({ name, cells, insteadOf });
      await changes.refetch();
      await onStored(name);
      setNaming(undefined);
      void message.success(t('live-wall:saved', { name }));
    } catch (refusal) {
      if (isApiError(refusal) && naming !== undefined) setError(refusal);
      else void message.error(errorText(refusal));
      await changes.refetch();
    } finally {
      draft.setStoring(false);
    }
  }

  function ask(what: Naming) {
    setError(null);
    setNaming(what);
  }

  function remove(gone: string) {
    modal.confirm({
      title: t('live-wall:delete-question', { name: gone }),
      okText: t('live-wall:delete'),
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      onOk: async () => {
        try {
          await changes.remove(gone);
          await onStored(undefined);
        } catch (refusal) {
          void message.error(errorText(refusal));
        }
        await changes.refetch();
      },
    });
  }

  const items = [
    { key: 'save-as', label: t('live-wall:save-as'), disabled: cells.length === 0 },
    { key: 'rename', label: t('live-wall:rename'), disabled: base === undefined },
    { key: 'delete', label: t('live-wall:delete'), disabled: base === undefined, danger: true },
    { key: 'new', label: t('live-wall:new') },
  ];
  return (
    <div className="wall-bar row touch">
      <Select<string>
        className="wall-bar__layouts"
        aria-label={t('live-wall:layout')}
        placeholder={t('live-wall:layout')}
        notFoundContent={t('live-wall:no-layouts')}
        value={open ?? null}
        options={layouts.map(({ name }) => ({ value: name, label: name }))}
        onChange={onOpen}
      />
      <Button
        type={isChanged ? 'primary' : 'default'}
        icon={<SaveOutlined aria-hidden />}
        loading={draft.isStoring}
        disabled={!isChanged || draft.isOvertaken}
        onClick={() => (open === undefined ? ask('save') : void store(open, base ?? null))}
      >
        {t('live-wall:save')}
      </Button>
      <Dropdown
        trigger={['click']}
        menu={{
          items,
          onClick: ({ key }) => {
            if (key === 'new') onOpen(undefined);
            else if (key === 'delete') remove(base!.name);
            else ask(key as Naming);
          },
        }}
      >
        <Button icon={<EllipsisOutlined aria-hidden />} aria-label={t('live-wall:more')} />
      </Dropdown>
      <span className="wall-bar__said muted grow" role="status">
        {isChanged && t('live-wall:unsaved')}
      </span>
      {onFullScreen !== undefined && (
        <Button
          icon={<FullscreenOutlined aria-hidden />}
          disabled={cells.length === 0}
          onClick={onFullScreen}
        >
          {t('live-wall:full-screen')}
        </Button>
      )}
      {naming !== undefined && (
        <NameDialog
          title={t(`live-wall:${naming}`)}
          name={open ?? ''}
          isSaving={draft.isStoring}
          error={error}
          onSave={(name) => void store(name, naming === 'rename' ? base! : null)}
          onCancel={() => setNaming(undefined)}
        />
      )}
    </div>
  );
}
