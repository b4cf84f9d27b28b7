/** Editor for the menu of one role: its entries, a preview next to them, and the save button. */
import {
  type ArrangedNode,
  arrangementRefusal,
  toArrangement,
} from '@busbar/domain/access/menu/menu-arrangement';
import { Alert, App, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { ErrorAlert } from '../../../components/states/error-alert.tsx';
import { type MenuRole, type StoredMenu, useMenuChanges } from '../api/use-menu-arrangement.ts';
import { draftOf, isSameMenu, type MenuDraft, withPart, withPlace } from '../menu-draft.ts';
import { useMenuName } from '../use-menu-name.ts';
import { MenuList } from './menu-list.tsx';
import { MenuPreview } from './menu-preview.tsx';
import { NamesDialog } from './names-dialog.tsx';

interface MenuEditorProps {
  role: MenuRole;
  roleName: string;
  stored: StoredMenu;
  draft: MenuDraft | undefined;
  onDraft: (draft: MenuDraft | undefined) => void;
}

export function MenuEditor({ role, roleName, stored, draft, onDraft }: MenuEditorProps) {
  const { t } = useTranslation(['menus', 'errors']);
  const { message } = App.useApp();
  const { shown } = useMenuName();
  const { change, reset, followed } = useMenuChanges();
  const [announcement, setAnnouncement] = useState('');
  const [renamed, setRenamed] = useState<ArrangedNode>();
  const [isAsking, setAsking] = useState(false);
  const before = draftOf(role, stored.entries);
  const now = draft ?? before;
  const isDirty = draft !== undefined && !isSameMenu(draft, before);
  const refusal = arrangementRefusal(role, toArrangement(now));
  const error = change.error ?? reset.error;
  const params = { role: stored.role };

  const done = {
    onSuccess: async () => {
      void message.success(t('menus:saved'));
      setAsking(false);
      await followed();
      onDraft(undefined);
    },
    onError: () => setAsking(false),
  };
  const save = () => {
    reset.reset();
    const entries = toArrangement(now).map((entry) => ({ ...entry, names: { ...entry.names } }));
    change.mutate({ params, body: { entries, changed_at: stored.changed_at } }, done);
  };
  const toStandard = () => {
    change.reset();
    reset.mutate({ params, query: { changed_at: String(stored.changed_at) } }, done);
  };
  const readAgain = () => {
    change.reset();
    reset.reset();
    onDraft(undefined);
    void followed();
  };
  const move = (
    parent: string | undefined,
    node: ArrangedNode,
    place: number,
    count: number,
  ): void => {
    onDraft(withPlace(now, parent, node.key, place));
    setAnnouncement(t('menus:moved', { name: shown(node), place: place + 1, count }));
  };

  return (
    <>
      <div className="row">
        <Button
          type="primary"
          disabled={!isDirty || refusal !== undefined}
          loading={change.isPending}
          onClick={save}
        >
          {t('menus:save')}
        </Button>
        <Button disabled={!isDirty} onClick={() => onDraft(undefined)}>
          {t('menus:undo')}
        </Button>
        <Button disabled={stored.changed_at === 0} onClick={() => setAsking(true)}>
          {t('menus:standard')}
        </Button>
        <span className="muted" role="status">
          {isDirty ? t('menus:unsaved') : stored.changed_at === 0 ? t('menus:is-standard') : ''}
        </span>
      </div>
      {isDirty && refusal !== undefined && (
        <Alert
          type="warning"
          showIcon
          role="status"
          title={t(`errors:reason.${refusal.refusal}`)}
        />
      )}
      <ErrorAlert error={error} remedy={{ label: t('menus:again'), onClick: readAgain }} />
      <div className="menus__sides sides">
        <section className="menus__editor panel stack gap-8" aria-label={t('menus:entries')}>
          <h2>{t('menus:entries')}</h2>
          <MenuList
            nodes={now}
            onMove={move}
            onHide={(node, hidden) => onDraft(withPart(now, node.key, { hidden }))}
            onRename={setRenamed}
          />
        </section>
        <MenuPreview draft={now} />
      </div>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      {renamed !== undefined && (
        <NamesDialog
          node={renamed}
          onClose={() => setRenamed(undefined)}
          onTake={(names) => {
            onDraft(withPart(now, renamed.key, { names }));
            setRenamed(undefined);
          }}
        />
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={t('menus:standard-ask', { name: roleName })}
        confirmLabel={t('menus:standard')}
        isBusy={reset.isPending}
        onConfirm={toStandard}
        onCancel={() => setAsking(false)}
      >
        <p>{t('menus:standard-body')}</p>
      </ConfirmDialog>
    </>
  );
}
