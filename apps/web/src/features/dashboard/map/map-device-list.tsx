/**
 * Searchable list of all devices next to the map. Only visible rows are in the DOM, and
 * `aria-activedescendant` refers to the focused row. It is the accessible alternative to the map.
 */

import { Input } from 'antd';
import {
  type KeyboardEvent,
  type RefObject,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { rowWindow } from '../../../components/device-tree/visible-rows.ts';
import type { MapDevice } from '../api/use-dashboard.ts';
import { MapListRow, ROW, rowAfterKey } from './map-list-row.tsx';
import type { PinView } from './map-pins.ts';

export interface MapDeviceListProps {
  readonly devices: readonly MapDevice[];
  readonly view: PinView;
  /** The list, which receives the focus of a pin that is gone. */
  readonly box: RefObject<HTMLDivElement | null>;
  readonly selected: string | undefined;
  readonly onSelect: (code: string) => void;
  /** Called with the devices of a search, and with all devices when it is cleared. */
  readonly onFound: (devices: readonly MapDevice[]) => void;
}

/** The height of the list (docs/specification/dashboard.md 5.1). */
const LIST_HEIGHT = 400;

export function MapDeviceList(props: MapDeviceListProps) {
  const { devices, view, box, selected, onSelect, onFound } = props;
  const { t } = useTranslation('dashboard');
  const id = useId();
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim().toLocaleLowerCase());
  const [scrollTop, setScrollTop] = useState(0);
  const [active, setActive] = useState(0);
  const found = useMemo(
    () =>
      wanted === ''
        ? devices
        : devices.filter(
            ({ device_name: name, device_code: code }) =>
              name.toLocaleLowerCase().includes(wanted) ||
              code.toLocaleLowerCase().includes(wanted),
          ),
    [devices, wanted],
  );
  const last = useRef(wanted);
  useEffect(() => {
    if (last.current === wanted) return;
    last.current = wanted;
    if (found.length > 0) onFound([...found]);
  }, [wanted, found, onFound]);
  const at = Math.min(active, found.length - 1);
  const { from, to } = rowWindow(scrollTop, LIST_HEIGHT, ROW, found.length);

  const go = (index: number) => {
    const next = Math.max(0, Math.min(found.length - 1, index));
    setActive(next);
    const element = box.current;
    if (element === null) return;
    const top = next * ROW;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + ROW > element.scrollTop + LIST_HEIGHT) {
      element.scrollTop = top + ROW - LIST_HEIGHT;
    }
    setScrollTop(element.scrollTop);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = rowAfterKey(event.key, at, found.length);
    if (step !== undefined) go(step);
    else if (event.key === 'Enter' || event.key === ' ') {
      const device = found[at];
      if (device !== undefined) onSelect(device.device_code);
    } else return;
    event.preventDefault();
  };

  return (
    <div className="map-list shrink">
      <Input
        aria-label={t('dashboard:map.search')}
        placeholder={t('dashboard:map.search')}
        value={text}
        allowClear
        onChange={({ target }) => {
          setText(target.value);
          go(0);
        }}
      />
      <p className="visually-hidden" role="status">
        {wanted === '' ? '' : t('dashboard:map.found', { count: found.length })}
      </p>
      {found.length === 0 ? (
        <p className="map-list__none muted centered">{t('dashboard:map.nothing')}</p>
      ) : (
        <div
          ref={box}
          className="map-list__rows"
          role="listbox"
          tabIndex={0}
          aria-label={t('dashboard:map.devices')}
          aria-activedescendant={`${id}${at}`}
          onKeyDown={onKeyDown}
          onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
        >
          <div
            className="map-list__all"
            role="presentation"
            style={{ blockSize: found.length * ROW }}
          >
            {found.map((device, index) =>
              (index < from || index >= to) && index !== at ? null : (
                <MapListRow
                  key={device.device_code}
                  id={`${id}${index}`}
                  device={device}
                  view={view}
                  index={index}
                  size={found.length}
                  isActive={index === at}
                  isSelected={device.device_code === selected}
                  onSelect={() => {
                    setActive(index);
                    onSelect(device.device_code);
                  }}
                />
              ),
            )}
          </div>
        </div>
      )}
    </div>
  );
}
