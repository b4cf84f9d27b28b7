/**
 * The left pane of the device screens: search, counts and the tree. On a phone it collapses to one
 * line with the selected device, to leave the screen to the device itself.
 */
import { DownOutlined } from '@ant-design/icons';
import { Input, type InputRef, Skeleton } from 'antd';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsPhone } from '../../lib/use-media.ts';
import { ErrorState } from '../states/error-state.tsx';
import { buildForest, searchDevices } from './build-tree.ts';
import { DeviceFilters } from './device-filters.tsx';
import { DeviceSearchResults } from './device-search-results.tsx';
import { DeviceTree } from './device-tree.tsx';
import type { TreeDevice } from './tree-device.ts';
import { emptyReason, useDeviceFilter } from './use-device-filter.ts';
import { useFleet } from './use-fleet.ts';
import { groupKey } from './visible-rows.ts';
import './device-pane.css';
import { StepLink } from '../states/step-link.tsx';

export interface DevicePaneProps {
  readonly selected: string | undefined;
  readonly onSelect: (code: string) => void;
  /** Filter for the devices of this screen; defaults to all. Must be a stable function. */
  readonly accepts?: (device: TreeDevice) => boolean;
  /** Shows the filters by kind, state and group. */
  readonly hasFilters?: boolean;
}

/** Room for two lines of a name, px. */
const ROW_HEIGHT = 36;
const TOUCH_ROW_HEIGHT = 44;

export function DevicePane(props: DevicePaneProps) {
  const { selected, onSelect, accepts, hasFilters = false } = props;
  const { t } = useTranslation('devices');
  const fleet = useFleet();
  const isPhone = useIsPhone();
  const [isOpen, setOpen] = useState(selected === undefined);
  const [text, setText] = useState('');
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(
    () => new Set([groupKey('online'), groupKey('offline')]),
  );
  const search = useRef<InputRef>(null);
  const wanted = useDeferredValue(text);
  const devices = useMemo(
    () => (accepts === undefined ? fleet.data : fleet.data?.filter(accepts)),
    [fleet.data, accepts],
  );
  const filter = useDeviceFilter(devices, hasFilters);
  const { listed } = filter;
  const forest = useMemo(() => buildForest(listed), [listed]);
  const found = useMemo(() => searchDevices(listed, wanted), [listed, wanted]);
  const chosen = devices?.find((device) => device.code === selected);

  // Expands the gateway of a selected slave, so that the slave is visible.
  const parent = chosen?.parentCode;
  useEffect(() => {
    if (parent != null) setExpanded((old) => new Set(old).add(parent));
  }, [parent]);

  const select = (code: string) => {
    setOpen(false);
    onSelect(code);
  };
  const expand = (key: string, open: boolean) =>
    setExpanded((old) => {
      const next = new Set(old);
      if (open) next.add(key);
      else next.delete(key);
      return next;
    });

  return (
    <nav
      className="device-pane surface"
      id="device-list"
      tabIndex={-1}
      aria-label={t('devices:tree.pane')}
      data-open={isOpen}
    >
      <button
        type="button"
        className="device-pane__fold plain-button spread"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="one-line" dir="auto">
          {chosen?.name ?? t('devices:tree.choose')}
        </span>
        <DownOutlined aria-hidden rotate={isOpen ? 180 : 0} />
      </button>
      <div className="device-pane__body grow">
        <div className="device-pane__head">
          <Input
            ref={search}
            type="search"
            allowClear
            value={text}
            placeholder={t('devices:tree.search')}
            aria-label={t('devices:tree.search')}
            onChange={(event) => setText(event.target.value)}
          />
          {hasFilters && <DeviceFilters filter={filter} />}
          <p className="device-pane__count faint text-tiny" role="status">
            {devices === undefined
              ? ' '
              : [
                  t('devices:tree.devices', { count: forest.deviceCount }),
                  ...(forest.slaveCount === 0
                    ? []
                    : [t('devices:tree.slaves', { count: forest.slaveCount })]),
                ].join(' · ')}
          </p>
        </div>
        {devices === undefined && fleet.error !== null && (
          <ErrorState error={fleet.error} onRetry={() => void fleet.refetch()} />
        )}
        {devices === undefined && fleet.error === null && (
          <Skeleton
            className="device-pane__skeleton"
            active
            title={false}
            paragraph={{ rows: 8 }}
          />
        )}
        {devices?.length === 0 && (
          <p className="device-pane__none stack">
            {t('devices:list.none')} <StepLink step="register-device" />
          </p>
        )}
        {devices !== undefined && devices.length > 0 && listed.length === 0 && (
          <p className="device-pane__none" role="alert">
            {t(`devices:tree.${emptyReason(filter)}`)}
          </p>
        )}
        {listed.length > 0 && wanted.trim() === '' && (
          <DeviceTree
            forest={forest}
            selected={selected}
            onSelect={select}
            expanded={expanded}
            onExpand={expand}
            rowHeight={isPhone ? TOUCH_ROW_HEIGHT : ROW_HEIGHT}
          />
        )}
        {(listed.length > 0 || !filter.isFiltered) && wanted.trim() !== '' && (
          <DeviceSearchResults found={found} selected={selected} onSelect={select} />
        )}
      </div>
    </nav>
  );
}
