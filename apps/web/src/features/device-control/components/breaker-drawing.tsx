/**
 * A breaker as its single-line symbol in a housing: supply at the top, contact, load at the bottom.
 * The blade shows only the reported position; the load side is drawn as live only if the contact is
 * closed. The drawing is hidden from screen readers, because the text next to it contains the same
 * information.
 */
import type { SwitchAction } from '@busbar/domain/switch/switch-action';
import { isLocked, SWITCH_TABLE } from '@busbar/domain/switch/switch-action';
import { useId } from 'react';
import './breaker-drawing.css';

export interface BreakerDrawingProps {
  /** Undefined: the position is unknown and not drawn. */
  readonly action: SwitchAction | undefined;
  /** The state is too old or the device is offline: drawn hatched. */
  readonly isStale?: boolean;
  /** A command is in progress. */
  readonly isBusy?: boolean;
}

type Position = 'closed' | 'open' | 'unknown';

export function BreakerDrawing({ action, isStale = false, isBusy = false }: BreakerDrawingProps) {
  const hatch = useId();
  const position: Position =
    action === undefined ? 'unknown' : SWITCH_TABLE[action].closed ? 'closed' : 'open';
  return (
    <svg
      className="breaker"
      viewBox="0 0 92 132"
      width="92"
      height="132"
      data-position={position}
      data-stale={isStale}
      data-busy={isBusy}
      aria-hidden="true"
      focusable="false"
      direction="ltr"
    >
      <defs>
        <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse">
          <path d="M-1 7L7 -1" className="breaker__hatch-line" />
        </pattern>
      </defs>
      <rect x="20" y="1" width="52" height="5" rx="2" className="breaker__busbar" />
      <path d="M46 6V40" className="breaker__supply" />
      <rect x="10" y="18" width="72" height="92" rx="9" className="breaker__housing" />
      {isStale && <rect x="10" y="18" width="72" height="92" rx="9" fill={`url(#${hatch})`} />}
      <path d="M46 18V42" className="breaker__supply" />
      <path d="M42.4 38.4L49.6 45.6M49.6 38.4L42.4 45.6" className="breaker__cross" />
      {position === 'unknown' ? (
        <>
          <path d="M46 86V46" className="breaker__blade" strokeDasharray="3 5" />
          <text x="62" y="70" className="breaker__question">
            ?
          </text>
        </>
      ) : (
        <path d="M46 86V43" className="breaker__blade" />
      )}
      <circle cx="46" cy="86" r="3.4" className="breaker__hinge" />
      <path d="M46 89V126" className="breaker__load" />
      <path d="M41.5 121L46 129L50.5 121Z" className="breaker__arrow" />
      <Flag position={position} />
      {action !== undefined && isLocked(action) && <Padlock action={action} />}
    </svg>
  );
}

/** The position flag of a real breaker: I and O mean closed and open in every country. */
function Flag({ position }: { position: Position }) {
  if (position === 'unknown') return null;
  return (
    <g>
      <rect x="16" y="88" width="17" height="16" rx="3" className="breaker__flag" />
      <text x="24.5" y="100.5" className="breaker__flag-text">
        {position === 'closed' ? 'I' : 'O'}
      </text>
    </g>
  );
}

function Padlock({ action }: { action: SwitchAction }) {
  return (
    <g transform="translate(57 84)" className="breaker__padlock">
      <path d="M4 9V6A5 5 0 0 1 14 6V9" className="breaker__shackle" />
      <rect x="1" y="9" width="16" height="12" rx="2.4" />
      {action === 'lockByFault' ? (
        <path d="M10 11L7 15.4H11L8 19.6" className="breaker__padlock-mark" />
      ) : (
        <path d="M9 13V17" className="breaker__padlock-mark" />
      )}
    </g>
  );
}
