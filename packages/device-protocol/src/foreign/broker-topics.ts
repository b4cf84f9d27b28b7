/**
 * The topics of devices of other manufacturers on a broker that other clients use too: what the
 * platform subscribes to, and which rights the account of a device needs. Each contains the code of
 * the device as a whole level, and a code has at least ten letters, digits or hyphens: no filter of
 * one device matches a topic of another one, and no code is a fixed first level of a topic, such as
 * `ep`, `tele` or `busbar`.
 */
import { isDeviceCode } from '@busbar/domain/device/device-code';
import type { DeviceProtocol } from '@busbar/domain/device/protocol/device-protocol';

export type OtherProtocol = Exclude<DeviceProtocol, 'busbar'>;

export interface DeviceRights {
  /** Filters of the topics that the device publishes to. */
  readonly publish: readonly string[];
  /** Filters of the topics that it receives. */
  readonly receive: readonly string[];
}

export function rightsOfDevice(protocol: DeviceProtocol, code: string): DeviceRights {
  switch (protocol) {
    case 'busbar':
      return { publish: [`ep/1/${code}/up/#`], receive: [`ep/1/${code}/down/#`] };
    case 'tasmota':
      return { publish: [`tele/${code}/#`, `stat/${code}/#`], receive: [`cmnd/${code}/#`] };
    case 'shelly':
    case 'zigbee2mqtt':
      return { publish: [`${code}/#`], receive: [`${code}/#`] };
  }
}

/** Filters of the platform. Names of Zigbee devices may contain slashes, so all levels are needed. */
export function platformFilters(protocol: OtherProtocol, code: string): readonly string[] {
  switch (protocol) {
    case 'shelly':
      return ['online', 'events/rpc', 'status/#', 'busbar/rpc'].map((name) => `${code}/${name}`);
    case 'tasmota':
      return [`tele/${code}/#`, `stat/${code}/#`];
    case 'zigbee2mqtt':
      return [`${code}/#`];
  }
}

/** The code in the topic of a device of another manufacturer; undefined for any other topic. */
export function codeOfOtherTopic(topic: string): string | undefined {
  const [first, second, third] = topic.split('/', 3);
  const isTasmota = first === 'tele' || first === 'stat';
  const [code, rest] = isTasmota ? [second, third] : [first, second];
  return rest !== undefined && isDeviceCode(code) ? code : undefined;
}
