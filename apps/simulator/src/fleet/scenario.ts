/**
 * A script of events in a fleet: a JSON list of `{at, device, event, …}`, `at` in seconds from the
 * start, `device` a code or `*` for all. It is parsed completely before anything runs; each error
 * message is one sentence that names the entry.
 */
import { isJsonObject, type JsonObject } from '@busbar/device-protocol/payload';
import { applyFault, isFaultName } from '../connection/faults.ts';
import type { SimulatedDevice } from '../device/device.ts';
import type { Outgoing } from '../device/outgoing.ts';
import { isLineFaultName } from '../dtu/line/line-faults.ts';
import {
  isSiteEventName,
  SITE_EVENT_FIELDS,
  SITE_EVENTS,
  siteEventProblem,
} from './site-events.ts';

export interface ScenarioEvent {
  readonly atMs: number;
  /** A device code; undefined for every device. */
  readonly device: string | undefined;
  readonly name: string;
  readonly values: JsonObject;
}

/** Max time of an event, below the runtime's max timer delay of 24 days. */
const LATEST_S = 1_000_000;
const COMMON = ['at', 'device', 'event'];

/** Throws an error with a one-sentence message for the user. */
export function parseScenario(text: string): ScenarioEvent[] {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch (cause) {
    throw new Error('the scenario is not JSON', { cause });
  }
  if (!Array.isArray(list)) throw new Error('the scenario is not a list of events');
  return list.map(eventOf).sort((one, other) => one.atMs - other.atMs);
}

function eventOf(entry: unknown, index: number): ScenarioEvent {
  const complain = (what: string): never => {
    throw new Error(`event ${index + 1} of the scenario: ${what}`);
  };
  if (!isJsonObject(entry)) return complain('is not an object');
  const { at, device, event: name } = entry;
  if (typeof at !== 'number' || !(at >= 0 && at <= LATEST_S)) {
    return complain(`at is not a number of seconds from 0 to ${LATEST_S}`);
  }
  if (typeof device !== 'string' || device === '') return complain('device is not a code or *');
  if (typeof name !== 'string') return complain('event is not a name');
  const fields = fieldsOf(name);
  if (fields === undefined) return complain(`there is no event ${name}`);
  const stranger = Object.keys(entry).find((key) => ![...COMMON, ...fields].includes(key));
  if (stranger !== undefined) return complain(`${name} has no ${stranger}`);
  if (isSiteEventName(name)) {
    const problem = siteEventProblem(name, entry);
    if (problem !== undefined) return complain(problem);
  }
  if (entry['station'] !== undefined && typeof entry['station'] !== 'string') {
    return complain('station is not the text of a station');
  }
  return { atMs: at * 1000, device: device === '*' ? undefined : device, name, values: entry };
}

/** Returns undefined if there is no such event. */
function fieldsOf(name: string): readonly string[] | undefined {
  if (isSiteEventName(name)) return SITE_EVENT_FIELDS[name];
  if (isLineFaultName(name)) return ['station'];
  return isFaultName(name) ? [] : undefined;
}

/** Applies the event to one device; returns the messages that the device sends immediately. */
export function applyEvent(
  { name, values }: ScenarioEvent,
  device: SimulatedDevice,
  now: number,
): readonly Outgoing[] {
  if (isSiteEventName(name)) return SITE_EVENTS[name](device, now, values) ?? [];
  return isFaultName(name) ? applyFault(name, device, now) : [];
}
