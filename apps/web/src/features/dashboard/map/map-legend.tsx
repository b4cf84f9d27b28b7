/** Legend of the map: each sign with its meaning and the number of devices that have it. */

import { formatCount } from '@busbar/domain/formats/number-format';
import { PIN_LOADS, PIN_STATES, type PinLoad } from '@busbar/domain/map/pin';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/use-language.ts';
import type { MapPin, PinView } from './map-pins.ts';
import { LoadSign, StateSign } from './pin-sign.tsx';
import { loadRange, usePinTexts } from './use-pin-texts.ts';

export function MapLegend({ pins, view }: { pins: readonly MapPin[]; view: PinView }) {
  const { t } = useTranslation('dashboard');
  const { tag } = useLanguage();
  const texts = usePinTexts();
  const counts = useMemo(() => {
    const found = new Map<string, number>();
    for (const pin of pins) found.set(pin[view], (found.get(pin[view]) ?? 0) + 1);
    return found;
  }, [pins, view]);
  const entries =
    view === 'state'
      ? PIN_STATES.map((state) => ({
          key: state,
          sign: <StateSign state={state} />,
          text: texts.state(state),
        }))
      : PIN_LOADS.map((load: PinLoad) => ({
          key: load,
          sign: <LoadSign load={load} text={load === 'unknown' ? '–' : '%'} />,
          text:
            load === 'unknown' ? (
              t('dashboard:map.no-load')
            ) : (
              <bdi className="ltr">{loadRange(load, tag)}</bdi>
            ),
        }));
  return (
    <ul className="map-legend row gap-wide text-tiny" aria-label={t('dashboard:map.legend')}>
      {entries
        .filter(({ key }) => counts.has(key))
        .map(({ key, sign, text }) => (
          <li key={key} className="line gap-4">
            {sign}
            <span>{text}</span>
            <bdi className="faint ltr">{formatCount(counts.get(key) ?? 0, tag)}</bdi>
          </li>
        ))}
    </ul>
  );
}
