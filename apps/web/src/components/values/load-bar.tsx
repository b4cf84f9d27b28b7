/** Load as a thin bar of the rated current; a text next to it must state the percent. */
import { loadBand } from '@busbar/domain/load/load-percent';
import './load-bar.css';

export function LoadBar({ percent, isStale }: { percent: number; isStale: boolean }) {
  return (
    <span
      className="load-bar"
      data-band={loadBand(percent)}
      data-stale={isStale}
      aria-hidden="true"
    >
      <span style={{ inlineSize: `${Math.min(100, percent)}%` }} />
    </span>
  );
}
