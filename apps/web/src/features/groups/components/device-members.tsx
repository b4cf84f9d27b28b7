/** Devices of a group and its subgroups; selected ones can be moved to another group. */

import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DeviceName } from '../../../components/device-tree/device-name.tsx';
import { StepLink } from '../../../components/states/step-link.tsx';
import { useTable } from '../../../components/table/use-table.ts';
import { deviceTypeText } from '../../../device-kit/device-type-text.ts';
import { useGroupDevices } from '../api/use-members.ts';
import { MemberTable } from './member-table.tsx';

export function DeviceMembers({ group }: { group: number }) {
  const { t } = useTranslation(['groups', 'devices']);
  const { keyword } = useSearch({ from: '/shell/grouptab' });
  const table = useTable('group-devices');
  const list = useGroupDevices(group, { keyword, page: table.page, size: table.size });
  return (
    <MemberTable
      label={t('groups:tab.devices')}
      searchLabel={t('devices:filter.keyword')}
      empty={t('groups:empty.devices')}
      step={<StepLink step="register-device" />}
      table={table}
      list={list}
      columns={[
        {
          key: 'name',
          title: t('devices:column.name'),
          value: (row) => row.device_name,
          render: (row) => <DeviceName name={row.device_name} code={row.device_code} />,
          isTitle: true,
        },
        {
          key: 'code',
          title: t('devices:column.code'),
          value: (row) => row.device_code,
          render: (row) => <span className="code">{row.device_code}</span>,
          isLtr: true,
        },
        {
          key: 'type',
          title: t('devices:column.type'),
          value: (row) => deviceTypeText(row.device_type, t),
          isLtr: true,
        },
        {
          key: 'group',
          title: t('groups:column.group'),
          value: (row) => row.group_name,
          render: (row) => <bdi>{row.group_name}</bdi>,
        },
      ]}
      canMove
      keyOf={(row) => row.device_code}
      nameOf={(row) => row.device_name}
      moved={(codes) => ({ what: 'devices', codes })}
      titleOf={(count) => t('groups:move-devices', { count })}
    />
  );
}
