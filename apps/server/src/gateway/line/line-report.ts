/** The report of a line for the line monitor, without passwords. */
import { explainBytes, rowsOf } from '@busbar/device-protocol/frame/explain';
import { withoutPasswords } from '@busbar/device-protocol/frame/names/frame-passwords';
import type {
  LineReport,
  ReportedFrame,
} from '../../areas/fleet/serial-lines/line-report-queries.ts';
import type { LineEntry, LineHealth } from './line-health.ts';

const MASK = '*';
/** Results of bytes that are complete frames, whose passwords are found and masked. */
const COMPLETE: ReadonlySet<LineEntry['result']> = new Set(['sent', 'answer', 'refusal']);

export function lineReportOf(health: LineHealth): LineReport {
  const { connectedAt, lastReceivedAt, sent, answers, refusals, timeouts, incomplete } = health;
  return {
    ...{ connectedAt, lastReceivedAt, sent, answers, refusals, timeouts, incomplete },
    discarded: health.discarded,
    leftAlone: [...health.leftAlone].map(([station, until]) => ({ station, until })),
    faults: [...health.faults].map(([station, reason]) => ({ station, reason })),
    frames: reportedFrames(health.frames),
  };
}

/**
 * Incomplete bytes after a request with a password may be a part of its echo, in which no password
 * can be found, so they are left out. The request before the oldest bytes is not known.
 */
export function reportedFrames(entries: readonly LineEntry[]): ReportedFrame[] {
  let mayEchoPassword = true;
  return entries.map(({ at, direction, bytes, result }) => {
    const hex = withoutPasswords(bytes);
    if (direction === 'sent') mayEchoPassword = hex.includes(MASK);
    const isShown = bytes.length > 0 && (COMPLETE.has(result) || !mayEchoPassword);
    return {
      at,
      direction,
      result,
      hex: isShown ? hex : null,
      words: isShown ? wordsOf(bytes) : [],
    };
  });
}

/** Returns the keys of the function or control code; empty if the bytes are no frame. */
function wordsOf(bytes: Uint8Array): readonly string[] {
  const row = rowsOf(explainBytes(bytes)).find(
    ({ key }) => key === 'function' || key === 'control',
  );
  return row?.words ?? [];
}
