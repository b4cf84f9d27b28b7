/** The live wall: current values of selected quantities and devices, for a user or control room. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Alert, Button } from 'antd';
import { useCallback, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFleet } from '../../components/device-tree/use-fleet.ts';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { ErrorState } from '../../components/states/error-state.tsx';
import { QueryState } from '../../components/states/loaded.tsx';
import { useUnsavedGuard } from '../../lib/use-unsaved-guard.ts';
import { type ShownCell, useWallLayouts, useWallStore } from './api/use-wall.ts';
import { AddCells } from './components/add-cells.tsx';
import { LayoutBar } from './components/layout-bar.tsx';
import { WallGrid } from './components/wall-grid.tsx';
import { WallRoom } from './components/wall-room.tsx';
import { useFullScreen } from './use-full-screen.ts';
import { useWallDraft } from './use-wall-draft.ts';
import './real-data.css';

export function RealDataPage() {
  const { t } = useTranslation('live-wall');
  const { layout: open } = useSearch({ from: '/shell/realData' });
  const navigate = useNavigate({ from: '/realData' });
  const layouts = useWallLayouts();
  const fleet = useFleet();
  const wall = useRef<HTMLDivElement>(null);
  const screen = useFullScreen(wall);
  const draft = useWallDraft(layouts.data, open);
  const { cells, change } = draft;
  const mayLeave = useUnsavedGuard(draft.isChanged);
  const { store, isLoading, error, retry } = useWallStore(cells);
  const names = useMemo(
    () => new Map((fleet.data ?? []).map(({ code, name }) => [code, name])),
    [fleet.data],
  );
  const remove = useCallback(
    (gone: ShownCell) => change((old) => old.filter((cell) => cell !== gone)),
    [change],
  );
  const show = async (layout: string | undefined) => {
    await navigate({ search: layout === undefined ? {} : { layout }, ignoreBlocker: true });
    draft.drop();
  };

  if (layouts.data === undefined || fleet.data === undefined) {
    const failed = layouts.error === null ? fleet : layouts;
    return (
      <div className="wall stack inset">
        <h1 className="visually-hidden">{t('live-wall:title')}</h1>
        <QueryState query={failed} lines={8} />
      </div>
    );
  }
  const isLost = open !== undefined && draft.base === undefined && cells.length === 0;
  const grid = (
    <WallGrid
      cells={cells}
      names={names}
      store={store}
      isLoading={isLoading}
      isFixed={screen.isFull}
      onChange={change}
      onRemove={remove}
    />
  );
  const empty = isLost ? (
    <EmptyState title={t('live-wall:no-such', { name: open })} body={t('live-wall:no-such-body')} />
  ) : (
    <EmptyState title={t('live-wall:empty')} body={t('live-wall:empty-body')} />
  );
  return (
    <div className="wall stack inset" ref={wall} data-full={screen.isFull}>
      {screen.isFull ? (
        <WallRoom name={open ?? t('live-wall:title')} onLeave={screen.leave} />
      ) : (
        <>
          <h1 className="visually-hidden">{t('live-wall:title')}</h1>
          <LayoutBar
            layouts={layouts.data}
            open={open}
            draft={draft}
            onOpen={async (layout) => {
              if (await mayLeave()) await show(layout);
            }}
            onStored={show}
            onFullScreen={screen.isPossible ? screen.enter : undefined}
          />
          {draft.isOvertaken && (
            <Alert
              type="warning"
              showIcon
              role="alert"
              title={t('live-wall:overtaken')}
              action={
                <span className="row touch">
                  <Button size="small" onClick={draft.drop}>
                    {t('live-wall:theirs')}
                  </Button>
                  <Button size="small" onClick={draft.keep}>
                    {t('live-wall:mine')}
                  </Button>
                </span>
              }
            />
          )}
          <AddCells
            devices={fleet.data}
            cells={cells}
            onAdd={(added) => change((old) => [...old, ...added])}
          />
        </>
      )}
      {error !== null && <ErrorState error={error} onRetry={retry} isCompact />}
      {cells.length === 0 ? empty : grid}
    </div>
  );
}
