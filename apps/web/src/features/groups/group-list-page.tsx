/** The group tree: create, rename, delete, and move by dialog or drag and drop. */
import { DeleteOutlined, EditOutlined, ExportOutlined, PlusOutlined } from '@ant-design/icons';
import { Link } from '@tanstack/react-router';
import { Button, Input, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../components/states/error-state.tsx';
import { PATHS } from '../../config/paths.ts';
import { type TreeGroup, useGroupTree } from './api/use-group-tree.ts';
import { DeleteDialog } from './components/delete-dialog.tsx';
import { GroupTable } from './components/group-table.tsx';
import { MoveDialog } from './components/move-dialog.tsx';
import { NameDialog } from './components/name-dialog.tsx';
import { useFolding } from './use-folding.ts';
import './groups.css';

type Open =
  | { readonly what: 'add' | 'rename' | 'delete'; readonly group: TreeGroup }
  | { readonly what: 'move'; readonly group: TreeGroup; readonly target?: number };

export function GroupListPage() {
  const { t } = useTranslation('groups');
  const tree = useGroupTree();
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<Open>();
  const { folded, fold } = useFolding(tree.data);
  if (tree.data === undefined) {
    return tree.error === null ? (
      <Skeleton active title={false} paragraph={{ rows: 8 }} />
    ) : (
      <ErrorState error={tree.error} onRetry={() => void tree.refetch()} />
    );
  }
  const groups = tree.data;
  const close = () => setOpen(undefined);
  return (
    <div className="groups stack">
      <h1 className="visually-hidden">{t('groups:title')}</h1>
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
          group={open.group}
          isNew={open.what === 'add'}
          onDone={close}
        />
      )}
      {open?.what === 'delete' && (
        <DeleteDialog key={open.group.id} group={open.group} onDone={close} />
      )}
      {open?.what === 'move' && (
        <MoveDialog
          key={open.group.id}
          moved={{ what: 'group', id: open.group.id }}
          title={t('groups:move-of', { name: open.group.name })}
          target={open.target}
          onDone={close}
        />
      )}
    </div>
  );
}
