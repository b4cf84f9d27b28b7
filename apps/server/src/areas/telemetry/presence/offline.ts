/**
 * Presence changes of devices that send nothing: from online to late, from late to offline. Events
 * that a device causes (connect, disconnect, next message) are published where they occur.
 */

import type { Context } from '../../../context.ts';

/**
 * Calls `wake` when a device may exceed a window earlier than predicted: the slaves of a
 * reconnected gateway may not have reported for a while, and a changed device may have a shorter
 * interval.
 */
export function wakePresence({ bus }: Pick<Context, 'bus'>, wake: () => void): () => void {
  const ends = [bus.subscribe('presence.changed', wake), bus.subscribe('device.changed', wake)];
  return () => {
    for (const end of ends) end();
  };
}
