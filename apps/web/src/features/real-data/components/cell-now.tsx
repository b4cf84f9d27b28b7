/** The newest value of a cell, and how it stands to its limits, in a word, a sign and a colour. */
import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  QuestionCircleOutlined,
  VerticalAlignBottomOutlined,
  VerticalAlignTopOutlined,
} from '@ant-design/icons';
import { WALL_STALE_MS, type WallVerdict, wallVerdict } from '@busbar/domain/wall/wall-cell';
import { type ReactNode, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Age } from '../../../components/age.tsx';
import { StateTag, type StateTone } from '../../../components/state-tag.tsx';
import type { ShownCell } from '../api/use-wall.ts';
import { lookOf } from '../wall-quantities.ts';
import { NUMBER_PACE_MS, type WallStore } from '../wall-store.ts';

const SIGNS: Readonly<Record<Exclude<WallVerdict, 'plain'>, readonly [StateTone, ReactNode]>> = {
  none: ['neutral', <QuestionCircleOutlined key="none" />],
  stale: ['late', <ClockCircleOutlined key="stale" />],
  low: ['alarm', <VerticalAlignBottomOutlined key="low" />],
  high: ['alarm', <VerticalAlignTopOutlined key="high" />],
  within: ['good', <CheckCircleOutlined key="within" />],
};

interface CellNowProps {
  readonly cell: ShownCell;
  /** The device is one of those the user may see. */
  readonly isKnown: boolean;
  /** What stood before is still on its way: that there is none cannot be said. */
  readonly isLoading: boolean;
  readonly store: WallStore;
}

export function CellNow({ cell, isKnown, isLoading, store }: CellNowProps) {
  const { t } = useTranslation('live-wall');
  const { device, quantity, low, high } = cell;
  const subscribe = useCallback(
    (listener: () => void) => store.subscribe(device, quantity, listener, NUMBER_PACE_MS),
    [store, device, quantity],
  );
  const newest = useSyncExternalStore(subscribe, () => store.newest(device, quantity));
  const isOld = useIsOld(newest?.ts);
  const verdict = wallVerdict(cell, newest?.value, isOld ? WALL_STALE_MS + 1 : 0);
  const { unit, digits } = lookOf(quantity);
  const limit = (value: number) => `\u2066${value}${unit === '' ? '' : `\u202F${unit}`}\u2069`;
  return (
    <div className="wall-cell__now" data-verdict={verdict}>
      <div className="wall-cell__number">
        <bdi className="wall-cell__value ltr">
          {newest === undefined ? '–' : newest.value.toFixed(digits)}
          {newest !== undefined && unit !== '' && (
            <span className="value-unit">{`\u202F${unit}`}</span>
          )}
        </bdi>
      </div>
      <div className="wall-cell__state">
        {verdict !== 'plain' && !(verdict === 'none' && isLoading) && (
          <StateTag tone={SIGNS[verdict][0]} icon={SIGNS[verdict][1]}>
            {verdict === 'low' && t('live-wall:verdict.low', { limit: limit(low!) })}
            {verdict === 'high' && t('live-wall:verdict.high', { limit: limit(high!) })}
            {verdict === 'within' && t('live-wall:verdict.within')}
            {verdict === 'none' && t(`live-wall:verdict.${isKnown ? 'none' : 'gone'}`)}
            {verdict === 'stale' && (
              <>
                {t('live-wall:verdict.stale')} · <Age at={newest?.ts} />
              </>
            )}
          </StateTag>
        )}
      </div>
    </div>
  );
}

/** Turns true at the moment the value has become old: one timer, no ticking. */
function useIsOld(ts: number | undefined): boolean {
  const [, setTurn] = useState(0);
  useEffect(() => {
    if (ts === undefined) return;
    const left = ts + WALL_STALE_MS - Date.now();
    if (left < 0) return;
    const timer = setTimeout(() => setTurn((turn) => turn + 1), left + 1);
    return () => clearTimeout(timer);
  }, [ts]);
  return ts !== undefined && Date.now() - ts > WALL_STALE_MS;
}
