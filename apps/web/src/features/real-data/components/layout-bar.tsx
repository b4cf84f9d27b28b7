/** Selects a preset or layout; saves a layout, saves it under another name, or deletes it. */
import { EllipsisOutlined, FullscreenOutlined, SaveOutlined } from '@ant-design/icons';
import { WALL_NAME_LENGTH } from '@busbar/domain/wall/wall-name';
import { App, Button, Dropdown, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NameDialog } from '../../../components/forms/name-dialog.tsx';
import { useAction } from '../../../components/forms/use-action.ts';
import { useWallChanges, type WallLayout } from '../api/use-wall.ts';
import type { RealDataSearch } from '../real-data-search.ts';
import type { WallDraft } from '../use-wall-draft.ts';

interface LayoutBarProps {
  readonly layouts: readonly WallLayout[];
  /** Name of the layout in the URL. */
  readonly open: string | undefined;
  /** What is shown without a layout. */
  readonly view: WallView;
  readonly draft: WallDraft;
  /** Asks for confirmation if there are unsaved changes. */
  readonly onOpen: (target: WallTarget) => void;
  /** Navigates without confirmation after a save or deletion. */
  readonly onStored: (name: string | undefined) => Promise<void>;
  /** Undefined if the browser does not support full screen. */
  readonly onFullScreen: (() => void) | undefined;
  /** Settings before the button for full screen. */
  readonly children: ReactNode;
}

type WallView = NonNullable<RealDataSearch['view']>;
export type WallTarget = { readonly layout: string } | { readonly view: WallView };

const LAYOUT = 'layout ';

type Naming = 'save' | 'save-as' | 'rename';

export function LayoutBar(props: LayoutBarProps) {
  const { layouts, open, view, draft, onOpen, onStored, onFullScreen } = props;
  const { cells, base, isChanged } = draft;
  const { t } = useTranslation('live-wall');
  const { modal } = App.useApp();
  const changes = useWallChanges();
  const { run } = useAction();
  const [naming, setNaming] = useState<Naming>();

  async function store(name: string, insteadOf: WallLayout | null) {
    draft.setStoring(true);
    try {
      await changes.save({ name, cells, insteadOf });
      await onStored(name);
    } finally {
      draft.setStoring(false);
    }
  }

  function remove(gone: string) {
    modal.confirm({
      title: t('live-wall:delete-question', { name: gone }),
      okText: t('live-wall:delete'),
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      onOk: () =>
        run(async () => {
          await changes.remove(gone);
          await onStored(undefined);
        }),
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
        value={open !== undefined ? `${LAYOUT}${open}` : view === 'own' ? null : view}
        options={[
          {
            label: t('live-wall:presets'),
            options: (['top', 'group'] as const).map((value) => ({
              value,
              label: t(`live-wall:view.${value}`),
            })),
          },
          {
            label: t('live-wall:layouts'),
            options: layouts.map(({ name }) => ({ value: `${LAYOUT}${name}`, label: name })),
          },
        ]}
        onChange={(value) =>
          onOpen(
            value.startsWith(LAYOUT)
              ? { layout: value.slice(LAYOUT.length) }
              : { view: value as WallView },
          )
        }
      />
      <Button
        type={isChanged ? 'primary' : 'default'}
        icon={<SaveOutlined aria-hidden />}
        loading={draft.isStoring}
        disabled={!isChanged || draft.isOvertaken}
        onClick={() =>
          open === undefined
            ? setNaming('save')
            : void run(() => store(open, base ?? null), t('live-wall:saved', { name: open }))
        }
      >
        {t('live-wall:save')}
      </Button>
      <Dropdown
        trigger={['click']}
        menu={{
          items,
          onClick: ({ key }) => {
            if (key === 'new') onOpen({ view: 'own' });
            else if (key === 'delete') remove(base!.name);
            else setNaming(key as Naming);
          },
        }}
      >
        <Button icon={<EllipsisOutlined aria-hidden />} aria-label={t('live-wall:more')} />
      </Dropdown>
      <span className="wall-bar__said muted grow" role="status">
        {isChanged && t('live-wall:unsaved')}
      </span>
      {props.children}
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
          key={naming}
          title={t(`live-wall:${naming}`)}
          label={t('live-wall:name')}
          name={open ?? ''}
          maxLength={WALL_NAME_LENGTH}
          requiredText={t('live-wall:name-required')}
          saveLabel={t('live-wall:save')}
          onSave={async (name) => {
            await store(name, naming === 'rename' ? base! : null);
            return name;
          }}
          done={(name) => t('live-wall:saved', { name })}
          onClose={() => setNaming(undefined)}
        />
      )}
    </div>
  );
}
