/**
 * One group: its devices and users, which can be moved to another group; defaults for new devices;
 * deletion of an empty group.
 */

import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Button, Tabs } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeading } from '../../components/menu/page-heading.tsx';
import { QueryState } from '../../components/states/loaded.tsx';
import { PATHS } from '../../config/paths.ts';
import { present } from '../../lib/address/search-params.ts';
import { placeOf } from '../../lib/group-tree.ts';
import { useGroupTree } from './api/use-group-tree.ts';
import { DefaultsPanel } from './components/defaults-panel.tsx';
import { DeleteGroupDialog } from './components/delete-group-dialog.tsx';
import { DeviceMembers } from './components/device-members.tsx';
import { GroupChoice } from './components/group-choice.tsx';
import { UserMembers } from './components/user-members.tsx';
import './groups.css';

const TABS = ['devices', 'users', 'defaults'] as const;

export function GroupTabPage() {
  const { t } = useTranslation('groups');
  const { group: groupId, tab = 'devices' } = useSearch({ from: '/shell/grouptab' });
  const navigate = useNavigate({ from: '/grouptab' });
  const tree = useGroupTree();
  const [isDeleting, setDeleting] = useState(false);
  if (tree.data === undefined) return <QueryState query={tree} lines={8} />;
  // Falls back to the user's own group if the requested one is deleted or not visible.
  const group = tree.data.find(({ id }) => id === groupId) ?? tree.data[0];
  if (group === undefined) return null;
  return (
    <div className="groups stack">
      <PageHeading />
      <div className="allocation__who row align-end">
        <label className="stack gap-4" htmlFor="group-shown">
          {t('groups:shown')}
          <GroupChoice
            id="group-shown"
            label={t('groups:shown')}
            value={group.id}
            onChange={(id) => void navigate({ search: { group: id, tab } })}
          />
        </label>
        {group.parent_id !== null && (
          <Button danger onClick={() => setDeleting(true)}>
            {t('groups:delete')}
          </Button>
        )}
        <Link to={PATHS.groupList}>{t('groups:back')}</Link>
      </div>
      <p className="muted prose">
        <bdi>{placeOf(tree.data, group.id).join(' / ')}</bdi>
      </p>
      {isDeleting && (
        <DeleteGroupDialog
          group={group}
          onDeleted={() => {
            setDeleting(false);
            void navigate({ search: present({ tab, group: group.parent_id ?? undefined }) });
          }}
          onClose={() => setDeleting(false)}
        />
      )}
      <Tabs
        activeKey={tab}
        destroyOnHidden
        onChange={(key) =>
          void navigate({
            search: { group: group.id, tab: TABS.find((one) => one === key) ?? 'devices' },
          })
        }
        items={[
          {
            key: 'devices',
            label: t('groups:tab.devices'),
            children: <DeviceMembers key={group.id} group={group.id} />,
          },
          {
            key: 'users',
            label: t('groups:tab.users'),
            children: <UserMembers key={group.id} group={group.id} />,
          },
          {
            key: 'defaults',
            label: t('groups:tab.defaults'),
            children: <DefaultsPanel key={group.id} group={group.id} />,
          },
        ]}
      />
    </div>
  );
}
