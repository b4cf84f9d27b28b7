/** Sign of a device on the map: each state has a shape of its own, so colour is never the only one. */

import { formatPercent } from '@busbar/domain/formats/number-format';
import type { PinLoad, PinState } from '@busbar/domain/map/pin';
import type { ReactNode } from 'react';
import { useLanguage } from '../../../i18n/use-language.ts';
import { loadOfRank, type PinView, stateOfRank } from './map-pins.ts';

const SIGNS: Readonly<Record<PinState, ReactNode>> = {
  closed: (
    <>
      <circle className="pin-sign__body" cx="12" cy="12" r="9.5" />
      <path className="pin-sign__mark" d="M6.5 12H17.5" />
    </>
  ),
  open: (
    <>
      <circle className="pin-sign__hollow" cx="12" cy="12" r="9" />
      <path className="pin-sign__line" d="M6.5 14H10L15.5 8.5M15.5 14H17.5" />
    </>
  ),
  locked: (
    <>
      <rect className="pin-sign__body" x="3.5" y="3.5" width="17" height="17" rx="3" />
      <path className="pin-sign__mark" d="M9 11V9A3 3 0 0 1 15 9V11M8.5 11.5H15.5V16H8.5Z" />
    </>
  ),
  tripped: (
    <>
      <path className="pin-sign__body" d="M12 1.5L22.5 12L12 22.5L1.5 12Z" />
      <path className="pin-sign__mark" d="M13.4 6.5L9.2 12.6H14.2L10.8 17.8" />
    </>
  ),
  alarm: (
    <>
      <path className="pin-sign__body" d="M12 2L22.5 21H1.5Z" />
      <path className="pin-sign__mark" d="M12 9V14.6M12 17.6V17.8" />
    </>
  ),
  offline: (
    <>
      <circle className="pin-sign__hollow" cx="12" cy="12" r="9" strokeDasharray="3.4 2.6" />
      <path className="pin-sign__line" d="M8 16L16 8" />
    </>
  ),
  unknown: (
    <>
      <circle className="pin-sign__hollow" cx="12" cy="12" r="6.5" />
      <circle className="pin-sign__dot" cx="12" cy="12" r="2.2" />
    </>
  ),
};

export function StateSign({ state }: { state: PinState }) {
  return (
    <svg
      className="pin-sign"
      data-state={state}
      viewBox="0 0 24 24"
      width="24"
      height="24"
      aria-hidden="true"
      focusable="false"
    >
      {SIGNS[state]}
    </svg>
  );
}

/** `text`: the percent, which is the sign of the band besides its colour. */
export function LoadSign({ load, text }: { load: PinLoad; text: string }) {
  return (
    <span className="load-sign ltr" data-load={load}>
      {text}
    </span>
  );
}

interface RankSignProps {
  readonly view: PinView;
  readonly rank: number;
  /** Null if no load is shown. */
  readonly percent: number | null;
}

/** The sign of a device or, with the worst rank and the highest load, of a cluster. */
export function RankSign({ view, rank, percent }: RankSignProps) {
  const { tag } = useLanguage();
  if (view === 'state') return <StateSign state={stateOfRank(rank)} />;
  const text = percent === null ? '–' : formatPercent(percent, 0, tag);
  return <LoadSign load={loadOfRank(rank)} text={text} />;
}
