/** Which layout is shown, and saving, forgetting or leaving it. */
import { DeleteOutlined, FullscreenOutlined, SaveOutlined } from '@ant-design/icons';
import { WALL_NAME_LENGTH } from '@busbar/domain/wall/wall-cell';
import { App, Button, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../../i18n/error-text.ts';
import { type ShownCell, useWallChanges, type WallLayout } from '../api/use-wall.ts';

interface LayoutBarProps {
  readonly layouts: readonly WallLayout[];
  /** Name of the layout that is open. */
  readonly open: string | undefined;
  readonly cells: readonly ShownCell[];
  /** The cells are not those of the open layout. */
  readonly isChanged: boolean;
  readonly onOpen: (name: string | undefined) => void;
  /** Absent where the browser has no full screen. */
  readonly onFullScreen: (() => void) | undefined;
}

export function LayoutBar(props: LayoutBarProps) {
  const { layouts, open, cells, isChanged, onOpen, onFullScreen } = props;
  const { t } = useTranslation('live-wall');
  const { message, modal } = App.useApp();
  const errorText = useErrorText();
  const changes = useWallChanges();
  const [typed, setTyped] = useState<string>();
  const name = (typed ?? open ?? '').trim();

  async function save() {
    try {
      await changes.save({ name, cells });
      setTyped(undefined);
      onOpen(name);
      void message.success(t('live-wall:saved', { name }));
    } catch (error) {
      void message.error(errorText(error));
    }
  }

  function remove(gone: string) {
    modal.confirm({
      title: t('live-wall:delete-question', { name: gone }),
      okText: t('live-wall:delete'),
      okButtonProps: { danger: true },
      autoFocusButton: 'cancel',
      onOk: async () => {
        try {
          await changes.remove(gone);
          onOpen(undefined);
        } catch (error) {
          void message.error(errorText(error));
        }
      },
    });
  }

  return (
    <div className="wall-bar">
      <Select<string>
        className="wall-bar__layouts"
        aria-label={t('live-wall:layout')}
        placeholder={t('live-wall:layout')}
        notFoundContent={t('live-wall:no-layouts')}
        value={open ?? null}
        options={layouts.map((layout) => ({ value: layout.name, label: layout.name }))}
        onChange={(next) => {
          setTyped(undefined);
          onOpen(next);
        }}
      />
      <form
        className="wall-bar__save"
        onSubmit={(event) => {
          event.preventDefault();
          if (name !== '') void save();
        }}
      >
        <Input
          aria-label={t('live-wall:name')}
          placeholder={t('live-wall:name')}
          maxLength={WALL_NAME_LENGTH}
          value={typed ?? open ?? ''}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button
          htmlType="submit"
          type={isChanged ? 'primary' : 'default'}
          icon={<SaveOutlined aria-hidden />}
          loading={changes.isPending}
          disabled={name === '' || (!isChanged && name === open)}
        >
          {t('live-wall:save')}
        </Button>
      </form>
      <span className="wall-bar__said" role="status">
        {isChanged && t('live-wall:unsaved')}
      </span>
      {open !== undefined && (
        <Button icon={<DeleteOutlined aria-hidden />} onClick={() => remove(open)}>
          {t('live-wall:delete')}
        </Button>
      )}
      {onFullScreen !== undefined && (
        <Button
          icon={<FullscreenOutlined aria-hidden />}
          disabled={cells.length === 0}
          onClick={onFullScreen}
        >
          {t('live-wall:full-screen')}
        </Button>
      )}
    </div>
  );
}
