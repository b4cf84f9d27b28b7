/**
 * The switch action that a Shelly reports: its `source` names what switched the output last. The
 * names are those that devices were seen to send; the list of the manufacturer is not complete, so
 * every other name counts as another person or program at the device.
 */
import { SWITCH_TABLE, type SwitchAction } from '@busbar/domain/switch/switch-action';
import type { ShellySwitch } from './shelly-components.ts';

/** Requests over MQTT: the embedded broker carries only those of the platform. */
const COMMAND = 'mqtt';
/** The output has its initial position since the device started. */
const START = 'init';
const TIMERS: ReadonlySet<string> = new Set(['timer', 'schedule']);

export function isByRequest({ source }: ShellySwitch): boolean {
  return source?.toLowerCase() === COMMAND;
}

/**
 * `known` is the last known action. A breaker that was opened by a person, or by a program that the
 * platform does not know, must not be closed remotely: an output that is off without another cause
 * counts as opened by hand.
 */
export function actionOfShelly(
  { output, source, hasError }: ShellySwitch,
  known: SwitchAction | undefined,
): SwitchAction {
  const name = source?.toLowerCase();
  const isSame = known !== undefined && SWITCH_TABLE[known].closed === output;
  if (!output && hasError) return 'openByFault';
  if (name === COMMAND) return output ? 'closeByCommand' : 'openByCommand';
  if (name !== undefined && TIMERS.has(name)) return output ? 'closeByTimer' : 'openByTimer';
  if (name === START) {
    if (isSame) return known;
    return output ? 'closeAutomatic' : 'openByPowerlost';
  }
  if (name === undefined && isSame) return known;
  return output ? 'closeByManual' : 'openByManual';
}
