/**
 * Latest value of a cell and its state relative to the limits, as text, icon and colour. The number
 * is written without React: a full wall has eight hundred updates a second, and each would
 * re-render the cell although its state hardly ever changes.
 */
import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  QuestionCircleOutlined,
  VerticalAlignBottomOutlined,
  VerticalAlignTopOutlined,
} from '@ant-design/icons';
import { ltrText } from '@busbar/domain/formats/ltr-text';
import { formatNumber, formatShort, withUnit } from '@busbar/domain/formats/number-format';
import { unitLabel } from '@busbar/domain/formats/unit-label';
import { type WallVerdict, wallVerdict } from '@busbar/domain/wall/wall-cell';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StateTag, type StateTone } from '../../../components/states/state-tag.tsx';
import { Age } from '../../../components/values/age.tsx';
import { useLanguage } from '../../../i18n/use-language.ts';
import type { ShownCell } from '../api/use-wall.ts';
import { lookOf } from '../wall-quantities.ts';
import { type CellValue, NUMBER_PACE_MS, type WallStore } from '../wall-store.ts';

const SIGNS: Readonly<Record<Exclude<WallVerdict, 'plain'>, readonly [StateTone, ReactNode]>> = {
  none: ['neutral', <QuestionCircleOutlined key="none" />],
  stale: ['late', <ClockCircleOutlined key="stale" />],
  low: ['alarm', <VerticalAlignBottomOutlined key="low" />],
  high: ['alarm', <VerticalAlignTopOutlined key="high" />],
  within: ['good', <CheckCircleOutlined key="within" />],
};

interface Standing {
  readonly verdict: WallVerdict;
  /** Measurement time of a stale value, epoch ms. */
  readonly oldSince: number | undefined;
}

const UNKNOWN: Standing = { verdict: 'none', oldSince: undefined };

interface CellNowProps {
  readonly cell: ShownCell;
  /** True if the device is visible to the user. */
  readonly isKnown: boolean;
  /** Earlier readings are still loading, so their absence cannot be reported yet. */
  readonly isLoading: boolean;
  readonly store: WallStore;
}

export function CellNow({ cell, isKnown, isLoading, store }: CellNowProps) {
  const { t } = useTranslation('live-wall');
  const { tag } = useLanguage();
  const { device, quantity, low, high } = cell;
  const { unit, digits } = lookOf(quantity);
  const place = useRef<HTMLElement>(null);
  const [{ verdict, oldSince }, setStanding] = useState<Standing>(UNKNOWN);
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const newest = store.newest(device, quantity);
      writeNumber(place.current!, newest, { digits, unit, tag });
      const age = newest === undefined ? 0 : Date.now() - newest.ts;
      const staleMs = store.staleMs(device);
      const now = wallVerdict({ low, high }, newest?.value, age, staleMs);
      const since = now === 'stale' ? newest?.ts : undefined;
      setStanding((old) =>
        old.verdict === now && old.oldSince === since ? old : { verdict: now, oldSince: since },
      );
      // One timer covers all values received before it fires; it then rechecks the latest one.
      if (newest === undefined || now === 'stale' || timer !== undefined) return;
      timer = setTimeout(
        () => {
          timer = undefined;
          look();
        },
        staleMs - age + 1,
      );
    };
    look();
    const leave = store.subscribe(device, quantity, look, NUMBER_PACE_MS);
    return () => {
      leave();
      clearTimeout(timer);
    };
  }, [store, device, quantity, low, high, digits, unit, tag]);
  const limit = (value: number) => ltrText(withUnit(formatShort(value, 6, tag), unit, tag));
  return (
    <div className="wall-cell__now" data-verdict={verdict}>
      <div className="wall-cell__number strong nowrap">
        <bdi ref={place} className="wall-cell__value ltr" />
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
                {t('live-wall:verdict.stale')} · <Age at={oldSince} />
              </>
            )}
          </StateTag>
        )}
      </div>
    </div>
  );
}

/** The number remains one text node; only its data is replaced. */
function writeNumber(
  place: HTMLElement,
  newest: CellValue | undefined,
  { digits, unit, tag }: { digits: number; unit: string; tag: string },
): void {
  const text = newest === undefined ? '–' : formatNumber(newest.value, digits, tag);
  const shownUnit = newest === undefined || unit === '' ? '' : `\u202F${unitLabel(unit, tag)}`;
  const [number, after] = place.childNodes;
  if (number instanceof Text && (after?.textContent ?? '') === shownUnit) {
    if (number.data !== text) number.data = text;
    return;
  }
  const parts: Node[] = [document.createTextNode(text)];
  if (shownUnit !== '') {
    const span = document.createElement('span');
    span.className = 'value-unit';
    span.textContent = shownUnit;
    parts.push(span);
  }
  place.replaceChildren(...parts);
}
