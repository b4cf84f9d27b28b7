/**
 * The live wall: current values of selected quantities and devices, for a user or control room. It
 * opens with the highest loads.
 */

import { useNavigate, useSearch } from '@tanstack/react-router';
import { Alert, Button } from 'antd';
import { useCallback, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFleet } from '../../components/device-tree/use-fleet.ts';
import { PageHeading } from '../../components/menu/page-heading.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { ErrorState } from '../../components/states/error-state.tsx';
import { QueryState } from '../../components/states/loaded.tsx';
import { present } from '../../lib/address/search-params.ts';
import { useRequiredSession } from '../../lib/session/use-session.ts';
import { useUnsavedGuard } from '../../lib/use-unsaved-guard.ts';
import { usePreset } from './api/use-preset.ts';
import { type ShownCell, useWallLayouts, useWallStore } from './api/use-wall.ts';
import { AddCells } from './components/add-cells.tsx';
import { LayoutBar } from './components/layout-bar.tsx';
import { PresetBar } from './components/preset-bar.tsx';
import { TurningBar } from './components/turning-bar.tsx';
import { WallGrid } from './components/wall-grid.tsx';
import { WallRoom } from './components/wall-room.tsx';
import type { RealDataSearch } from './real-data-search.ts';
import { useFullScreen } from './use-full-screen.ts';
import { useHold, useTurning } from './use-turning.ts';
import { useWallDraft } from './use-wall-draft.ts';
import './real-data.css';
import { StepLink } from '../../components/states/step-link.tsx';

export function RealDataPage() {
  const { t } = useTranslation('live-wall');
  const search = useSearch({ from: '/shell/realData' });
  const { layout: open, view = 'top', every } = search;
  const isPreset = open === undefined && view !== 'own';
  const { group_id: ownGroup } = useRequiredSession().user;
  const navigate = useNavigate({ from: '/realData' });
  const layouts = useWallLayouts();
  const fleet = useFleet();
  const wall = useRef<HTMLDivElement>(null);
  const screen = useFullScreen(wall);
  const draft = useWallDraft(layouts.data, open);
  const hold = useHold();
  const loads = usePreset(search, hold.isHeld);
  const { change } = draft;
  const cells = isPreset ? loads.preset.cells : draft.cells;
  const { shown, turning } = useTurning(cells, every, hold.isHeld);
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
  const show = async (target: Pick<RealDataSearch, 'layout' | 'view'>) => {
    const timing = every === undefined ? {} : { every };
    await navigate({ search: { ...target, ...timing }, ignoreBlocker: true });
    draft.drop();
  };

  const isWaiting = isPreset && loads.data === undefined;
  if (layouts.data === undefined || fleet.data === undefined || isWaiting) {
    const failed = [layouts, fleet, loads].find((one) => one.error !== null) ?? fleet;
    return (
      <div className="wall stack inset">
        <PageHeading />
        <QueryState query={failed} lines={8} />
      </div>
    );
  }
  const isLost = open !== undefined && draft.base === undefined && cells.length === 0;
  const grid = (
    <WallGrid
      cells={shown}
      preset={isPreset ? loads.preset.devices : undefined}
      first={turning.first}
      total={cells.length}
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
  ) : isPreset ? (
    <EmptyState
      title={t('live-wall:no-devices')}
      body={t('live-wall:no-devices-body')}
      action={<StepLink step="register-device" />}
    />
  ) : (
    <EmptyState title={t('live-wall:empty')} body={t('live-wall:empty-body')} />
  );
  return (
    <div className="wall stack inset" ref={wall} data-full={screen.isFull}>
      {screen.isFull ? (
        <WallRoom
          name={open ?? t(isPreset ? `live-wall:view.${view}` : 'live-wall:title')}
          onLeave={screen.leave}
        >
          <TurningBar turning={turning} />
        </WallRoom>
      ) : (
        <>
          <PageHeading />
          <LayoutBar
            layouts={layouts.data}
            open={open}
            view={view}
            draft={{ ...draft, cells }}
            onOpen={async (target) => {
              if (await mayLeave()) await show(target);
            }}
            onStored={(layout) => show(layout === undefined ? {} : { layout })}
            onFullScreen={screen.isPossible ? screen.enter : undefined}
          >
            <PresetBar
              search={search}
              isPreset={isPreset}
              ownGroup={ownGroup}
              total={loads.preset.total}
              onChange={(changed) =>
                void navigate({
                  search: (old) => present({ ...old, ...changed }),
                  replace: true,
                  ignoreBlocker: true,
                })
              }
            >
              <TurningBar turning={turning} />
            </PresetBar>
          </LayoutBar>
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
          {!isPreset && (
            <AddCells
              devices={fleet.data}
              cells={cells}
              onAdd={(added) => change((old) => [...old, ...added])}
            />
          )}
        </>
      )}
      {error !== null && <ErrorState error={error} onRetry={retry} isCompact />}
      {cells.length === 0 ? (
        empty
      ) : (
        <div className="wall__stage" {...hold.handlers}>
          {grid}
        </div>
      )}
    </div>
  );
}
