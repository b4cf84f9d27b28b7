/** One cell: what it is of, the number, its state in words and colour, and the line. */
import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseOutlined,
  QuestionCircleOutlined,
  VerticalAlignBottomOutlined,
  VerticalAlignTopOutlined,
} from '@ant-design/icons';
import { WALL_STALE_MS, type WallVerdict, wallVerdict } from '@busbar/domain/wall/wall-cell';
import { Button } from 'antd';
import {
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { useTranslation } from 'react-i18next';
import { Age } from '../../../components/age.tsx';
import { StateTag, type StateTone } from '../../../components/state-tag.tsx';
import type { ShownCell } from '../api/use-wall.ts';
import { lookOf } from '../wall-quantities.ts';
import type { WallStore } from '../wall-store.ts';
import { SparkCanvas } from './spark-canvas.tsx';

const SIGNS: Readonly<Record<Exclude<WallVerdict, 'plain'>, readonly [StateTone, ReactNode]>> = {
  none: ['neutral', <QuestionCircleOutlined key="none" />],
  stale: ['late', <ClockCircleOutlined key="stale" />],
  low: ['alarm', <VerticalAlignBottomOutlined key="low" />],
  high: ['alarm', <VerticalAlignTopOutlined key="high" />],
  within: ['good', <CheckCircleOutlined key="within" />],
};

interface WallCellViewProps {
  readonly cell: ShownCell;
  readonly name: string | undefined;
  readonly store: WallStore;
  /** Absent on the full screen: nothing is changed there. */
  readonly onRemove: ((cell: ShownCell) => void) | undefined;
}

export const WallCellView = memo(function WallCellView(props: WallCellViewProps) {
  const { cell, name, store, onRemove } = props;
  const { t } = useTranslation('live-wall');
  const { device, quantity, low, high } = cell;
  const subscribe = useCallback(
    (listener: () => void) => store.subscribe(device, quantity, listener),
    [store, device, quantity],
  );
  const newest = useSyncExternalStore(subscribe, () => store.newest(device, quantity));
  const isOld = useIsOld(newest?.ts);
  const verdict = wallVerdict(cell, newest?.value, isOld ? WALL_STALE_MS + 1 : 0);
  const { unit, digits, leastRange } = lookOf(quantity);
  const amount = (value: number) => `${value}${unit === '' ? '' : `\u202F${unit}`}`;
  const quantityName = t(`live-wall:quantity.${quantity}`);
  return (
    <li className="wall-cell" data-verdict={verdict}>
      <div className="wall-cell__head">
        <bdi className="wall-cell__device one-line" title={device}>
          {name ?? device}
        </bdi>
        {onRemove !== undefined && (
          <Button
            type="text"
            size="small"
            icon={<CloseOutlined aria-hidden />}
            aria-label={t('live-wall:remove', { device: name ?? device, quantity: quantityName })}
            onClick={() => onRemove(cell)}
          />
        )}
      </div>
      <span className="wall-cell__quantity">{quantityName}</span>
      <bdi className="wall-cell__value ltr">
        {newest === undefined ? '–' : newest.value.toFixed(digits)}
        {newest !== undefined && unit !== '' && (
          <span className="value-unit">{`\u202F${unit}`}</span>
        )}
      </bdi>
      <SparkCanvas store={store} device={device} field={quantity} leastRange={leastRange} />
      <div className="wall-cell__state">
        {verdict !== 'plain' && (
          <StateTag tone={SIGNS[verdict][0]} icon={SIGNS[verdict][1]}>
            {verdict === 'low' && t('live-wall:verdict.low', { limit: amount(low!) })}
            {verdict === 'high' && t('live-wall:verdict.high', { limit: amount(high!) })}
            {verdict === 'within' && t('live-wall:verdict.within')}
            {verdict === 'none' &&
              t(name === undefined ? 'live-wall:verdict.gone' : 'live-wall:verdict.none')}
            {verdict === 'stale' && (
              <>
                {t('live-wall:verdict.stale')} · <Age at={newest?.ts} />
              </>
            )}
          </StateTag>
        )}
      </div>
    </li>
  );
});

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
