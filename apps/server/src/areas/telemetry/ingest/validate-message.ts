/**
 * Converts a decoded message into the data to store: looks up its slaves and validates its times.
 * It changes only the in-memory state of the device (`link-device.ts`), so a batch can be retried
 * as often as needed with the same result.
 */

import { defaultSettings, type SettingsOf } from '../../alarms/rule-settings.ts';
import type { DeviceMessage, UpMessage } from './device-message.ts';
import { ValidatedWork } from './validated-work.ts';
import type { Work } from './work.ts';

export interface Validated {
  readonly work: Work;
  /** Extent to which the message predates its device's registration; such parts are not stored. */
  readonly foreign: 'nothing' | 'a part' | 'all';
}

/** Work for a message not decoded or validated because of an error: the message is stored whole. */
export function unevaluated(message: UpMessage): Validated {
  const work = new ValidatedWork(message, () => defaultSettings);
  const detail = 'the message could not be validated; the log of the server says why';
  work.rejected = { reason: 'storage', detail };
  return { work, foreign: message.ownedSince === undefined ? 'nothing' : 'all' };
}

export function validateMessage(
  message: UpMessage,
  { readings, states, contacts, alarms, reply, info, heard, reachable, rejected }: DeviceMessage,
  settings: SettingsOf,
): Validated {
  const work = new ValidatedWork(message, settings);
  if (readings !== undefined) for (const reading of readings) work.reading(reading);
  if (states !== undefined) for (const report of states) work.state(report);
  if (contacts !== undefined) for (const report of contacts) work.contact(report);
  if (alarms !== undefined) for (const report of alarms) work.alarm(report);
  if (reachable !== undefined) for (const one of reachable) work.reach(one);
  if (heard !== undefined) for (const address of heard) work.hear(address);
  work.reply = reply;
  work.info = info;
  work.reject(rejected);
  return { work, foreign: work.foreign };
}
