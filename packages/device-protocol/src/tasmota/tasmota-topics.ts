/** Topics of Tasmota devices (`%prefix%/%topic%/`, the default), whose topic is the device code. */
import { POWER_COMMAND, relayOfName } from './tasmota-power.ts';

type TasmotaTopic =
  | { readonly kind: 'online' }
  /** JSON with sensors. */
  | { readonly kind: 'sensors' }
  /** JSON that may contain the positions of relays. */
  | { readonly kind: 'state' }
  /** The position of a relay as text. */
  | { readonly kind: 'power'; readonly relay: number; readonly isNumbered: boolean }
  /** Without a meaning for the platform. */
  | { readonly kind: 'other' };

const KINDS: ReadonlyMap<string, Exclude<TasmotaTopic['kind'], 'power'>> = new Map([
  ['tele/LWT', 'online'],
  ['tele/SENSOR', 'sensors'],
  ['tele/STATE', 'state'],
  ['stat/STATUS8', 'sensors'],
  ['stat/STATUS10', 'sensors'],
  ['stat/RESULT', 'state'],
]);

/** Announcements for home automation, which each device sends under its MAC address. */
const DISCOVERY = /^tasmota\/discovery\/[0-9A-F]{12}\/(?:config|sensors)$/;

const OWN = /^(tele|stat)\/([^/]+)\/(.+)$/;

/** Returns undefined for a topic that the device may not publish to. */
export function tasmotaTopicOf(code: string, topic: string): TasmotaTopic | undefined {
  const [, prefix = '', owner, name = ''] = OWN.exec(topic) ?? [];
  if (owner === code) {
    const relay = prefix === 'stat' ? relayOfName(name) : undefined;
    if (relay !== undefined) return { kind: 'power', relay, isNumbered: name !== POWER_COMMAND };
    return { kind: KINDS.get(`${prefix}/${name}`) ?? 'other' };
  }
  return DISCOVERY.test(topic) ? { kind: 'other' } : undefined;
}

export function tasmotaCommandTopic(code: string, command: string): string {
  return `cmnd/${code}/${command}`;
}

/** True for a filter that can only match topics of the device. */
export function isTasmotaFilter(code: string, filter: string): boolean {
  return ['cmnd', 'stat', 'tele'].some((prefix) => filter.startsWith(`${prefix}/${code}/`));
}

/** True if the filter includes the commands of the platform. */
export function hasTasmotaCommands(code: string, filter: string): boolean {
  return [`cmnd/${code}/#`, `cmnd/${code}/+`, `cmnd/${code}/POWER`].includes(filter);
}
