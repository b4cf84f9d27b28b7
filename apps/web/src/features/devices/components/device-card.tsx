/** A device in the list on a phone; a tap anywhere opens its page. */

import { MoreOutlined } from '@ant-design/icons';
import { COMMANDS_OF_KIND } from '@busbar/domain/switch/interlock';
import { Link } from '@tanstack/react-router';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { DeviceName } from '../../../components/device-tree/device-name.tsx';
import { kindOfRow } from '../../../components/device-tree/tree-device.ts';
import { PresenceTag } from '../../../components/states/presence-tag.tsx';
import { Age } from '../../../components/values/age.tsx';
import type { DeviceListRow } from '../../../device-kit/api/device-list.ts';
import { LoadCell } from '../../../device-kit/components/load-cell.tsx';
import { OpenAlarm } from '../../../device-kit/components/open-alarm.tsx';
import { StateText } from '../../../device-kit/components/state-text.tsx';
import type { DeviceActions } from '../use-device-columns.tsx';
import './device-card.css';

interface DeviceCardProps {
  readonly row: DeviceListRow;
  readonly actions: DeviceActions;
}

export function DeviceCard({ row, actions }: DeviceCardProps) {
  const { t } = useTranslation('devices');
  const name = row.deviceName;
  const hasSwitch =
    COMMANDS_OF_KIND[kindOfRow({ kind: row.kind, device_type: row.deviceType })].length > 0;
  const { onEdit, onLocate, onDelete } = actions;
  const items = [
    { key: 'edit', act: onEdit, danger: false },
    { key: 'locate', act: onLocate, danger: false },
    { key: 'delete', act: onDelete, danger: true },
  ] as const;
  const offered = items.filter(({ act }) => act !== undefined);
  return (
    <div className="device-card">
      <Link
        to="/devices/$code"
        params={{ code: row.deviceCode }}
        className="device-card__name quiet-link text-title"
      >
        <DeviceName name={name} code={row.deviceCode} />
      </Link>
      {offered.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: offered.map(({ key, danger }) => ({
              key,
              danger,
              label: t(`devices:action.${key}`),
            })),
            onClick: ({ key }) => items.find((item) => item.key === key)?.act?.(row),
          }}
        >
          <Button
            type="text"
            className="device-card__more"
            icon={<MoreOutlined aria-hidden />}
            aria-label={t('devices:action.more-of', { name })}
          />
        </Dropdown>
      )}
      <span className="device-card__state row gap-text">
        {hasSwitch && <StateText action={row.action} />}
        {row.alarmCount > 0 && <OpenAlarm alarm={row} />}
      </span>
      <span className="device-card__load">
        <LoadCell load={row} />
      </span>
      <span className="device-card__presence line gap-text text-small">
        <PresenceTag presence={row.presence} heardAt={row.heardAt} />
        <span className="faint">
          <Age at={row.heardAt} />
        </span>
      </span>
    </div>
  );
}
