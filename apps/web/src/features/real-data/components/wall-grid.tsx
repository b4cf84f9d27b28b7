/** The cells in the order chosen by their owner. */
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TreeDevice } from '../../../components/device-tree/tree-device.ts';
import { withMoved } from '../../../lib/address/moved-place.ts';
import { useReorder } from '../../../lib/use-reorder.ts';
import type { ShownCell } from '../api/use-wall.ts';
import { useRoomColumns } from '../use-room-columns.ts';
import { keyOf } from '../wall-cells.ts';
import type { WallStore } from '../wall-store.ts';
import { WallCellView } from './wall-cell-view.tsx';

interface WallGridProps {
  readonly cells: readonly ShownCell[];
  /** Device names by code. */
  readonly names: ReadonlyMap<string, string>;
  readonly store: WallStore;
  readonly isLoading: boolean;
  /** Devices of a preset by code; undefined for a layout, which the user can change. */
  readonly preset: ReadonlyMap<string, TreeDevice> | undefined;
  /** True on full screen, where nothing can be changed. */
  readonly isFixed: boolean;
  /** Place of the first cell, if the wall has pages; each page fades in. */
  readonly first: number;
  /** Cells of all pages. */
  readonly total: number;
  readonly onChange: (make: (cells: readonly ShownCell[]) => readonly ShownCell[]) => void;
  readonly onRemove: (cell: ShownCell) => void;
}

export function WallGrid(props: WallGridProps) {
  const { cells, names, preset, store, isLoading, isFixed, first, total, onChange, onRemove } =
    props;
  const { t } = useTranslation('live-wall');
  const list = useRef<HTMLUListElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const columns = useRoomColumns(cells.length);
  const { held, onKey, onGrab } = useReorder(list, cells, (cell, place) => {
    onChange((old) => withMoved(old, cell, first + place));
    const device = names.get(cell.device) ?? cell.device;
    const quantity = t(`live-wall:quantity.${cell.quantity}`);
    setAnnouncement(
      t('live-wall:moved', { device, quantity, place: first + place + 1, count: total }),
    );
  });
  return (
    <>
      <ul
        className="wall__cells columns gap-8"
        key={first}
        ref={list}
        style={isFixed ? { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` } : undefined}
      >
        {cells.map((cell) => (
          <WallCellView
            key={keyOf(cell)}
            cell={cell}
            name={preset?.get(cell.device)?.name ?? names.get(cell.device)}
            device={preset?.get(cell.device)}
            store={store}
            isLoading={isLoading}
            isHeld={cell === held}
            onRemove={isFixed || preset !== undefined ? undefined : onRemove}
            onKey={onKey}
            onGrab={onGrab}
          />
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </>
  );
}
