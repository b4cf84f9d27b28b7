/** The group tree: create, rename, delete, and move by dialog or drag and drop. */

import { DeleteOutlined, EditOutlined, ExportOutlined, PlusOutlined } from '@ant-design/icons';
import { GROUP_NAME_LENGTH } from '@busbar/domain/access/group-tree';
import { Link } from '@tanstack/react-router';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NameDialog } from '../../components/forms/name-dialog.tsx';
import { PageHeading } from '../../components/menu/page-heading.tsx';
import { QueryState } from '../../components/states/loaded.tsx';
import { PATHS } from '../../config/paths.ts';
import { type TreeGroup, useGroupChanges, useGroupTree } from './api/use-group-tree.ts';
import { DeleteGroupDialog } from './components/delete-group-dialog.tsx';
import { GroupTable } from './components/group-table.tsx';
import { MoveDialog } from './components/move-dialog.tsx';
import { useFolding } from './use-folding.ts';
import './groups.css';

type Open =
  | { readonly what: 'add' | 'rename' | 'delete'; readonly group: TreeGroup }
  | { readonly what: 'move'; readonly group: TreeGroup; readonly target?: number };

export function GroupListPage() {
  const { t } = useTranslation('groups');
  const tree = useGroupTree();
  const send = useGroupChanges();
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<Open>();
  const { folded, fold } = useFolding(tree.data);
  if (tree.data === undefined) return <QueryState query={tree} lines={8} />;
  const groups = tree.data;
  const close = () => setOpen(undefined);
  const saveName = (isNew: boolean, { id, name: was }: TreeGroup, name: string) =>
    isNew
      ? send('v2.groups.add', { body: { parent_id: String(id), name } })
      : send('v2.groups.rename', { params: { id: String(id) }, body: { name, was } });
  return (
    <div className="groups stack">
      <PageHeading />
      <p className="muted prose">{t('groups:about')}</p>
      <div className="groups__tools row gap-wide">
        <Input.Search
          aria-label={t('groups:search')}
          placeholder={t('groups:search')}
          value={search}
          allowClear
          onChange={({ target }) => setSearch(target.value)}
        />
        <span>{t('groups:count', { count: groups.length })}</span>
      </div>
      <GroupTable
        groups={groups}
        folded={folded}
        onFold={fold}
        search={search}
        onDrop={(id, target) => {
          const group = groups.find((one) => one.id === id);
          if (group !== undefined && group.parent_id !== target) {
            setOpen({ what: 'move', group, target });
          }
        }}
        name={(group) => (
          <Link to={PATHS.groupTab} search={{ group: group.id }}>
            <bdi>{group.name}</bdi>
          </Link>
        )}
        extra={{
          title: t('groups:column.actions'),
          cell: (group) => (
            <span className="groups__actions line inline">
              <Button
                size="small"
                icon={<PlusOutlined />}
                aria-label={t('groups:add-below', { name: group.name })}
                title={t('groups:add-below', { name: group.name })}
                onClick={() => setOpen({ what: 'add', group })}
              />
              <Button
                size="small"
                icon={<EditOutlined />}
                aria-label={t('groups:rename-of', { name: group.name })}
                title={t('groups:rename-of', { name: group.name })}
                onClick={() => setOpen({ what: 'rename', group })}
              />
              {group.parent_id !== null && (
                <Button
                  size="small"
                  icon={<ExportOutlined />}
                  aria-label={t('groups:move-of', { name: group.name })}
                  title={t('groups:move-of', { name: group.name })}
                  onClick={() => setOpen({ what: 'move', group })}
                />
              )}
              {group.parent_id !== null && (
                <Button
                  size="small"
                  icon={<DeleteOutlined />}
                  aria-label={t('groups:delete-of', { name: group.name })}
                  title={t('groups:delete-of', { name: group.name })}
                  onClick={() => setOpen({ what: 'delete', group })}
                />
              )}
            </span>
          ),
        }}
      />
      {(open?.what === 'add' || open?.what === 'rename') && (
        <NameDialog
          key={`${open.what} ${open.group.id}`}
          title={t(open.what === 'add' ? 'groups:add-below' : 'groups:rename-of', {
            name: open.group.name,
          })}
          label={t('groups:name')}
          name={open.what === 'add' ? '' : open.group.name}
          maxLength={GROUP_NAME_LENGTH}
          saveLabel={t(open.what === 'add' ? 'groups:add' : 'groups:rename')}
          done={t(open.what === 'add' ? 'groups:added' : 'groups:renamed')}
          onSave={(name) => saveName(open.what === 'add', open.group, name)}
          onClose={close}
        />
      )}
      {open?.what === 'delete' && (
        <DeleteGroupDialog key={open.group.id} group={open.group} onClose={close} />
      )}
      {open?.what === 'move' && (
        <MoveDialog
          key={open.group.id}
          moved={{ what: 'group', id: open.group.id }}
          title={t('groups:move-of', { name: open.group.name })}
          target={open.target}
          onClose={close}
        />
      )}
    </div>
  );
}
