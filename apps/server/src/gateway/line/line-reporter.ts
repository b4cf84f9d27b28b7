/** Stores reports of the lines that users look at (`areas/fleet/serial-lines/monitor-line.ts`). */
import { saveLineReport } from '../../areas/fleet/serial-lines/line-report-queries.ts';
import type { BusEvents } from '../../bus.ts';
import type { Context } from '../../context.ts';
import { lineReportOf } from './line-report.ts';
import type { LineSession } from './line-session.ts';

/** However many users look, a line is reported once in this time. */
const REPORT_EVERY_MS = 1_000;

/** Names the device that an event is about. */
export type LineDeviceEvent = BusEvents['line.viewed'];

/** Returns a function that stops reporting. */
export function reportLines(
  { bus, clock, database, log }: Context,
  sessionOf: (event: LineDeviceEvent) => LineSession | undefined,
): () => void {
  const reportedAt = new WeakMap<LineSession, number>();

  async function report(session: LineSession): Promise<void> {
    const { ref } = session.device;
    try {
      await saveLineReport(database.db, ref, lineReportOf(session.health), clock.now());
    } catch (err) {
      log.warn({ err, device: ref.deviceCode }, 'the report of a line was not stored');
    }
  }

  return bus.subscribe('line.viewed', (event) => {
    const session = sessionOf(event);
    if (session === undefined) return;
    const now = clock.monotonic();
    if (now - (reportedAt.get(session) ?? -Infinity) < REPORT_EVERY_MS) return;
    reportedAt.set(session, now);
    void report(session);
  });
}
