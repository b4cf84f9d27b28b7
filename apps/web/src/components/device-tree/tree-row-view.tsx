/** One row of the device tree: a group with its count, or a device with its status icons. */

import { formatPercent } from '@busbar/domain/formats/number-format';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language.ts';
import { LoadBar } from '../values/load-bar.tsx';
import { SimulatedMark } from './device-name.tsx';
import { PresenceMark } from './presence-mark.tsx';
import type { TreeDevice } from './tree-device.ts';
import type { TreeRow } from './visible-rows.ts';

export interface TreeRowViewProps {
  readonly id: string;
  readonly row: TreeRow;
  readonly top: number;
  readonly height: number;
  readonly isSelected: boolean;
  readonly isActive: boolean;
  readonly onChoose: () => void;
  readonly onToggle: () => void;
}

export function TreeRowView(props: TreeRowViewProps) {
  const { row, isSelected, isActive } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys (aria-activedescendant).
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus, aria-activedescendant refers to the row.
    <div
      id={props.id}
      role="treeitem"
      className="device-tree__row"
      data-level={row.level}
      data-active={isActive}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.setSize}
      aria-selected={row.kind === 'device' ? isSelected : undefined}
      aria-expanded={row.expanded}
      style={{ insetBlockStart: props.top, blockSize: props.height }}
      onClick={props.onChoose}
    >
      <Twist isOpen={row.expanded} onToggle={props.onToggle} />
      {row.kind === 'group' ? <GroupLabel row={row} /> : <DeviceLabel row={row} />}
    </div>
  );
}

function Twist({ isOpen, onToggle }: { isOpen: boolean | undefined; onToggle: () => void }) {
  if (isOpen === undefined) return <span className="device-tree__twist" aria-hidden="true" />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a pointer target only; arrow keys have the same function.
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above.
    <span
      className="device-tree__twist"
      data-open={isOpen}
      onClick={(event) => {
        event.stopPropagation();
        onToggle();
      }}
    >
      <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true" focusable="false">
        <path d="M3 1.5L7 5L3 8.5" fill="none" stroke="currentColor" strokeWidth="1.6" />
      </svg>
    </span>
  );
}

function GroupLabel({ row }: { row: Extract<TreeRow, { kind: 'group' }> }) {
  const { t } = useTranslation('devices');
  return (
    <>
      <span className="grow">{t(`devices:tree.${row.group}`)}</span>
      <span className="device-tree__count ltr">{row.count}</span>
    </>
  );
}

function DeviceLabel({ row }: { row: Extract<TreeRow, { kind: 'device' }> }) {
  const { t } = useTranslation('devices');
  const { device } = row;
  return (
    <>
      <PresenceMark presence={device.presence} />
      {device.slaveAddress !== null && (
        <span className="device-tree__address faint text-tiny plain ltr">
          {device.slaveAddress}
        </span>
      )}
      <span className="device-tree__label" title={`${device.name} · ${device.code}`}>
        <span className="device-tree__name" dir="auto">
          {device.name}
        </span>
      </span>
      <SimulatedMark code={device.code} />
      {row.slaves > 0 && (
        <span
          className="device-tree__count ltr"
          title={t('devices:tree.slaves-alive', { alive: row.slavesAlive, all: row.slaves })}
        >
          {row.slavesAlive}/{row.slaves}
        </span>
      )}
      <LoadAndAlarm device={device} />
    </>
  );
}

function LoadAndAlarm({ device }: { device: TreeDevice }) {
  const { t } = useTranslation('devices');
  const { tag } = useLanguage();
  const { alarmCount, loadPercent, presence } = device;
  const alarms = t('devices:load.alarms', { count: alarmCount });
  const percent = loadPercent === null ? '' : formatPercent(loadPercent, 0, tag);
  return (
    <>
      {alarmCount > 0 && (
        <span className="device-tree__alarm" title={alarms}>
          <span className="visually-hidden">{alarms}</span>
        </span>
      )}
      {loadPercent !== null && (
        <span className="device-tree__load" title={t('devices:load.percent', { percent })}>
          <LoadBar percent={loadPercent} isStale={presence !== 'online'} />
          <span className="visually-hidden">{t('devices:load.percent', { percent })}</span>
        </span>
      )}
    </>
  );
}
