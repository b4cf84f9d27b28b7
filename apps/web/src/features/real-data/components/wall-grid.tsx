/** The cells in the order chosen by their owner. */
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
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
  /** True on full screen, where nothing can be changed. */
  readonly isFixed: boolean;
  readonly onChange: (make: (cells: readonly ShownCell[]) => readonly ShownCell[]) => void;
  readonly onRemove: (cell: ShownCell) => void;
}

export function WallGrid(props: WallGridProps) {
  const { cells, names, store, isLoading, isFixed, onChange, onRemove } = props;
  const { t } = useTranslation('live-wall');
  const list = useRef<HTMLUListElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const columns = useRoomColumns(cells.length);
  const { held, onKey, onGrab } = useReorder(list, cells, (cell, place) => {
    onChange((old) => withMoved(old, cell, place));
    const device = names.get(cell.device) ?? cell.device;
    const quantity = t(`live-wall:quantity.${cell.quantity}`);
    setAnnouncement(
      t('live-wall:moved', { device, quantity, place: place + 1, count: cells.length }),
    );
  });
  return (
    <>
      <ul
        className="wall__cells columns gap-8"
        ref={list}
        style={isFixed ? { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` } : undefined}
      >
        {cells.map((cell) => (
          <WallCellView
            key={keyOf(cell)}
            cell={cell}
            name={names.get(cell.device)}
            store={store}
            isLoading={isLoading}
            isHeld={cell === held}
            onRemove={isFixed ? undefined : onRemove}
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
