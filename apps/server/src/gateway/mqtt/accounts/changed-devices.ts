/**
 * Finds devices that were deleted, or whose secret was renewed or has expired, in the database: the
 * process that changed a device may have ended between its commit and its notification.
 */
import { findChangedDevices } from '../../../areas/telemetry/broker-accounts/changed-device-queries.ts';
import type { Context } from '../../../context.ts';

/** A change is reported at the search after the one that finds it, so within twice this time. */
export const SEARCH_EVERY_MS = 1_500;
/** Clocks of processes may differ, and a change is committed some time after its timestamp. */
const OVERLAP_MS = 60_000;

/**
 * Calls `onChanged` once for each change that existed already at the previous search: by then the
 * process that made it has usually provisioned the account itself. Returns a stop.
 */
export function followChangedDevices(
  ctx: Context,
  onChanged: (deviceCode: string) => void,
): () => Promise<void> {
  let from = ctx.clock.now() - OVERLAP_MS;
  /** Device codes by change: found by the last search for the first time. */
  let fresh = new Map<string, string>();
  /** Changes that were reported and are still found. */
  let reported = new Set<string>();
  let searching: Promise<void> | undefined;
  let isStopped = false;

  async function search(): Promise<void> {
    const now = ctx.clock.now();
    const changes = await findChangedDevices(ctx.database.db, from, now);
    if (isStopped) return;
    for (const code of fresh.values()) onChanged(code);
    const found = new Map(changes.map(({ code, changedAt }) => [`${changedAt} ${code}`, code]));
    reported = new Set([...reported, ...fresh.keys()].filter((change) => found.has(change)));
    fresh = new Map([...found].filter(([change]) => !reported.has(change)));
    // After searches that failed, the next one begins where the last successful one ended.
    from = now - OVERLAP_MS;
  }

  const stop = ctx.clock.every(SEARCH_EVERY_MS, () => {
    searching ??= search()
      .catch((error: unknown) => {
        ctx.log.warn({ err: error }, 'changed devices could not be searched, retrying');
      })
      .finally(() => {
        searching = undefined;
      });
  });
  return async () => {
    isStopped = true;
    stop();
    await searching;
  };
}
