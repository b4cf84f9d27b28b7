/** The live wall: chosen quantities of chosen devices as they are now, for one person or a room. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Button, Skeleton } from 'antd';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFleet } from '../../components/device-tree/use-fleet.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { type ShownCell, useWallLayouts, useWallStore } from './api/use-wall.ts';
import { AddCells } from './components/add-cells.tsx';
import { LayoutBar } from './components/layout-bar.tsx';
import { WallCellView } from './components/wall-cell-view.tsx';
import { WallClock } from './components/wall-clock.tsx';
import { useFullScreen } from './use-full-screen.ts';
import './real-data.css';

const NO_CELLS: readonly ShownCell[] = [];

export function RealDataPage() {
  const { t } = useTranslation('live-wall');
  const { layout: open } = useSearch({ from: '/shell/realData' });
  const navigate = useNavigate({ from: '/realData' });
  const layouts = useWallLayouts();
  const fleet = useFleet();
  const [draft, setDraft] = useState<readonly ShownCell[]>();
  const wall = useRef<HTMLDivElement>(null);
  const screen = useFullScreen(wall);
  const kept = layouts.data?.find(({ name }) => name === open);
  const cells = draft ?? kept?.cells ?? NO_CELLS;
  const { store, error, retry } = useWallStore(cells);
  const names = useMemo(
    () => new Map((fleet.data ?? []).map(({ code, name }) => [code, name])),
    [fleet.data],
  );
  const remove = useCallback(
    (gone: ShownCell) =>
      setDraft((old) => (old ?? kept?.cells ?? NO_CELLS).filter((cell) => cell !== gone)),
    [kept],
  );

  if (layouts.data === undefined || fleet.data === undefined) {
    const failed = layouts.error === null ? fleet : layouts;
    return (
      <div className="wall">
        <h1 className="visually-hidden">{t('live-wall:title')}</h1>
        {failed.error === null ? (
          <Skeleton active title={false} paragraph={{ rows: 8 }} />
        ) : (
          <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
        )}
      </div>
    );
  }
  return (
    <div className="wall" ref={wall} data-full={screen.isFull}>
      {screen.isFull ? (
        <header className="wall__room">
          <h1>{kept?.name ?? t('live-wall:title')}</h1>
          <WallClock />
          <Button onClick={screen.leave}>{t('live-wall:leave-full-screen')}</Button>
        </header>
      ) : (
        <>
          <h1 className="visually-hidden">{t('live-wall:title')}</h1>
          <LayoutBar
            layouts={layouts.data}
            open={kept?.name}
            cells={cells}
            isChanged={draft !== undefined}
            onOpen={(layout) => {
              setDraft(undefined);
              void navigate({ search: layout === undefined ? {} : { layout } });
            }}
            onFullScreen={screen.isPossible ? screen.enter : undefined}
          />
          <AddCells
            devices={fleet.data}
            cells={cells}
            onAdd={(added) => setDraft([...cells, ...added])}
          />
        </>
      )}
      {error !== null && <ErrorState error={error} onRetry={retry} isCompact />}
      {cells.length === 0 ? (
        <EmptyState title={t('live-wall:empty')} body={t('live-wall:empty-body')} />
      ) : (
        <ul className="wall__cells">
          {cells.map((cell) => (
            <WallCellView
              key={`${cell.quantity} ${cell.device}`}
              cell={cell}
              name={names.get(cell.device)}
              store={store}
              onRemove={screen.isFull ? undefined : remove}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
