/** Tests profiles on the lines of this process (`areas/fleet/serial-lines/test-profile.ts`). */
import { checkProfile } from '@busbar/device-profiles/checks/check-profile';
import {
  claimLineTest,
  saveTestResult,
} from '../../../areas/fleet/serial-lines/line-test-queries.ts';
import type { BusEvents } from '../../../bus.ts';
import type { Context } from '../../../context.ts';
import type { LineDeviceEvent } from '../line-reporter.ts';
import type { LineSession } from '../line-session.ts';

/** Returns a function that stops it. */
export function testLines(
  { bus, clock, database, log }: Context,
  sessionOf: (event: LineDeviceEvent) => LineSession | undefined,
): () => void {
  async function test(session: LineSession, event: BusEvents['line.testRequested']): Promise<void> {
    const request = await claimLineTest(database.db, event, clock.now());
    if (request === undefined) return;
    const { profile } = checkProfile(request.file);
    if (profile === undefined) return;
    const { station, ratios } = request;
    const result = await session.test({ profile, station, ratios });
    await saveTestResult(database.db, event, result);
  }

  return bus.subscribe('line.testRequested', (event) => {
    const session = sessionOf(event);
    if (session === undefined) return;
    test(session, event).catch((err: unknown) => {
      log.warn({ err, device: event.deviceCode }, 'a profile could not be tested on a line');
    });
  });
}
