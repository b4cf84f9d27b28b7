/**
 * The switch action that a Shelly reports: its `source` names what switched the output last. The
 * names are those that devices were seen to send; the list of the manufacturer is not complete, so
 * every other name counts as another person or program at the device.
 */
import { actionOfCommand, actionWithoutCause } from '@busbar/domain/switch/position-cause';
import { SWITCH_TABLE, type SwitchAction } from '@busbar/domain/switch/switch-action';
import type { ShellySwitch } from './shelly-components.ts';

/** Requests over MQTT: the embedded broker carries only those of the platform. */
const COMMAND = 'mqtt';
/** The output has its initial position since the device started. */
const START = 'init';
const TIMERS: ReadonlySet<string> = new Set(['timer', 'schedule']);

/** What the device states as the cause: a command of the platform, something else, or nothing. */
export function causeProofOf({ source }: ShellySwitch): 'command' | 'other' | 'none' {
  if (source === undefined) return 'none';
  return source.toLowerCase() === COMMAND ? 'command' : 'other';
}

/**
 * `known` is the last known action. A program that the platform does not know counts as a person:
 * what it has opened must not be closed remotely.
 */
export function actionOfShelly(
  { output, source, hasError }: ShellySwitch,
  known: SwitchAction | undefined,
): SwitchAction {
  const name = source?.toLowerCase();
  if (!output && hasError) return 'openByFault';
  const isSame = known !== undefined && SWITCH_TABLE[known].closed === output;
  // A command that changed nothing does not become the cause of the position.
  if (name === COMMAND) return isSame ? known : actionOfCommand(output);
  if (name !== undefined && TIMERS.has(name)) return output ? 'closeByTimer' : 'openByTimer';
  if (name === START) {
    if (isSame) return known;
    if (output) return 'closeAutomatic';
    // One that was closed when it was last seen may have been opened by a person since.
    return known === undefined ? 'openByPowerlost' : 'openByManual';
  }
  return actionWithoutCause(output, name === undefined ? known : undefined);
}
