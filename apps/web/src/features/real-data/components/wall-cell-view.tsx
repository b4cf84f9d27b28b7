/** One cell: device, quantity, number with state, line. Only the number subscribes to readings. */
import { CloseOutlined, HolderOutlined } from '@ant-design/icons';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { SimulatedMark } from '../../../components/device-tree/device-name.tsx';
import type { TreeDevice } from '../../../components/device-tree/tree-device.ts';
import { PercentCell } from '../../../device-kit/components/load-cell.tsx';
import type { MoveHandle } from '../../../lib/use-reorder.ts';
import type { ShownCell } from '../api/use-wall.ts';
import type { WallStore } from '../wall-store.ts';
import { CellNow } from './cell-now.tsx';
import { WallLineView } from './wall-line-view.tsx';

interface WallCellViewProps extends MoveHandle<ShownCell> {
  readonly cell: ShownCell;
  readonly name: string | undefined;
  readonly store: WallStore;
  readonly isLoading: boolean;
  readonly isHeld: boolean;
  /** The device of a preset, whose load in percent is shown; undefined in a layout. */
  readonly device: TreeDevice | undefined;
  /** Undefined on full screen and in a preset, where nothing can be changed. */
  readonly onRemove: ((cell: ShownCell) => void) | undefined;
}

export const WallCellView = memo(function WallCellView(props: WallCellViewProps) {
  const { cell, name, device, store, isLoading, isHeld, onRemove, onKey, onGrab } = props;
  const { t } = useTranslation('live-wall');
  const what = {
    device: name ?? cell.device,
    quantity: t(`live-wall:quantity.${cell.quantity}`),
  };
  return (
    <li className="wall-cell surface shrink" data-held={isHeld}>
      <div className="wall-cell__head line gap-0">
        {onRemove !== undefined && (
          <button
            type="button"
            className="wall-cell__tool wall-cell__handle plain-button muted"
            aria-label={t('live-wall:move', what)}
            title={t('live-wall:move-how')}
            onKeyDown={(event) => onKey(cell, event)}
            onPointerDown={(event) => onGrab(cell, event)}
          >
            <HolderOutlined aria-hidden />
          </button>
        )}
        <bdi
          className="wall-cell__device strong nowrap grow"
          title={`${what.device} ${cell.device}`}
        >
          {device === undefined ? (
            what.device
          ) : (
            <Link to="/devices/$code" params={{ code: device.code }} className="quiet-link">
              {what.device}
            </Link>
          )}
        </bdi>
        <SimulatedMark code={cell.device} />
        {device !== undefined && (
          <span className="wall-cell__percent nowrap">
            <PercentCell load={device} />
          </span>
        )}
        {onRemove !== undefined && (
          <button
            type="button"
            className="wall-cell__tool plain-button muted"
            aria-label={t('live-wall:remove', what)}
            onClick={() => onRemove(cell)}
          >
            <CloseOutlined aria-hidden />
          </button>
        )}
      </div>
      <span className="wall-cell__quantity muted text-tiny">{what.quantity}</span>
      <CellNow cell={cell} isKnown={name !== undefined} isLoading={isLoading} store={store} />
      <WallLineView store={store} cell={cell} />
    </li>
  );
});
