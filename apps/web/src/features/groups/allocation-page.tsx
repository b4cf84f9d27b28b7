/** Groups and devices a user can see; moves the user to another group, or devices to the group. */

import { EyeOutlined } from '@ant-design/icons';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Button, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeading } from '../../components/menu/page-heading.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { ErrorState } from '../../components/states/error-state.tsx';
import { idsBelow, placeOf } from '../../lib/group-tree.ts';
import { useMay } from '../../lib/session/use-may.ts';
import { type TreeGroup, useGroupTree } from './api/use-group-tree.ts';
import type { GroupUser } from './api/use-members.ts';
import { useGroupUser, useGroupUsers } from './api/use-members.ts';
import { BringDialog } from './components/bring-dialog.tsx';
import { GroupTable } from './components/group-table.tsx';
import { MoveDialog } from './components/move-dialog.tsx';
import { useFolding } from './use-folding.ts';
import './groups.css';

const OFFERED = 1_000;

export function AllocationPage() {
  const { t } = useTranslation('groups');
  const tree = useGroupTree();
  const top = tree.data?.[0];
  if (tree.data === undefined || top === undefined) {
    return tree.error === null ? (
      <Skeleton active title={false} paragraph={{ rows: 8 }} />
    ) : (
      <ErrorState error={tree.error} onRetry={() => void tree.refetch()} />
    );
  }
  return (
    <div className="groups stack">
      <PageHeading />
      <p className="muted prose">{t('groups:allocation.about')}</p>
      <Allocation groups={tree.data} top={top.id} />
    </div>
  );
}

function Allocation({ groups, top }: { groups: readonly TreeGroup[]; top: number }) {
  const { t } = useTranslation('groups');
  const { user: userId } = useSearch({ from: '/shell/allocation' });
  const navigate = useNavigate({ from: '/allocation' });
  const [keyword, setKeyword] = useState<string>();
  const found = useGroupUsers(top, { keyword, page: 1, size: OFFERED });
  const [displayed, setDisplayed] = useState<GroupUser>();
  const users = found.data?.list ?? [];
  const isListed = users.some(({ id }) => id === userId);
  const isFar = found.data !== undefined && !isListed && displayed?.id !== userId;
  // Only the first of up to ten thousand users are listed; a user linked from elsewhere is
  // requested by id.
  const far = useGroupUser(top, isFar ? userId : undefined);
  const listed = users.find(({ id }) => id === userId) ?? far;
  // The displayed user is retained: a reloaded list may omit the user, which would close an open
  // dialog.
  if (listed !== undefined && listed !== displayed) setDisplayed(listed);
  const user = listed ?? (displayed?.id === userId ? displayed : undefined);
  return (
    <>
      <div className="allocation__who row align-end">
        <label className="stack gap-4" htmlFor="allocation-user">
          {t('groups:column.user')}
          <Select
            id="allocation-user"
            aria-label={t('groups:column.user')}
            placeholder={t('groups:find-user')}
            // The value includes the name, because search results may omit the selected user.
            labelInValue
            value={user === undefined ? null : { value: user.id, label: user.name }}
            loading={found.isPending}
            // The server searches, because there may be ten thousand users.
            showSearch={{
              filterOption: false,
              onSearch: (text) => setKeyword(text.trim() === '' ? undefined : text.trim()),
            }}
            options={users.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(chosen: { value: number; label: string } | null) => {
              setDisplayed(users.find(({ id }) => id === chosen?.value));
              void navigate({ search: chosen === null ? {} : { user: chosen.value } });
            }}
          />
        </label>
      </div>
      {user === undefined ? (
        <EmptyState title={t('groups:allocation.none')} body={t('groups:allocation.choose')} />
      ) : (
        <Seen groups={groups} user={user} />
      )}
    </>
  );
}

function Seen({ groups, user }: { groups: readonly TreeGroup[]; user: GroupUser }) {
  const { t } = useTranslation('groups');
  const { folded, fold } = useFolding(groups);
  const canMoveUsers = useMay('user.manage');
  const [open, setOpen] = useState<'move' | 'bring'>();
  const own = groups.find(({ id }) => id === user.group_id);
  const seen = idsBelow(groups, user.group_id);
  return (
    <>
      <section className="allocation__who row align-end" aria-label={t('groups:allocation.sees')}>
        <p>
          {t('groups:allocation.summary', {
            name: user.name,
            group: placeOf(groups, user.group_id).join(' / '),
            groups: seen.size,
            devices: own?.all_devices ?? 0,
          })}
        </p>
        {canMoveUsers && (
          <Button type="primary" onClick={() => setOpen('move')}>
            {t('groups:allocation.move')}
          </Button>
        )}
        <Button onClick={() => setOpen('bring')}>{t('groups:allocation.bring')}</Button>
      </section>
      <GroupTable
        groups={groups}
        folded={folded}
        onFold={fold}
        search=""
        name={(group) => <bdi>{group.name}</bdi>}
        isMarked={(group) => seen.has(group.id)}
        extra={{
          title: t('groups:allocation.column', { name: user.name }),
          cell: (group) =>
            seen.has(group.id) ? (
              <span className="allocation__seen strong">
                <EyeOutlined aria-hidden />{' '}
                {t(group.id === user.group_id ? 'groups:allocation.own' : 'groups:allocation.seen')}
              </span>
            ) : (
              t('groups:allocation.not-seen')
            ),
        }}
      />
      {open === 'move' && (
        <MoveDialog
          moved={{ what: 'users', ids: [user.id] }}
          title={t('groups:allocation.move-of', { name: user.name })}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'bring' && (
        <BringDialog
          group={user.group_id}
          name={own?.name ?? user.group_name}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
