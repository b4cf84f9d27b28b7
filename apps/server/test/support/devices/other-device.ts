/** A device of another manufacturer as the broker sees it. */
import type { IClientOptions, MqttClient } from 'mqtt';
import type { CommandKind } from '../../../src/storage/schema/schema.ts';
import type { TestDevice } from '../factories/tenant-device.ts';
import { connectDevice } from './connect-device.ts';

export type OtherDeviceCode = Pick<TestDevice, 'deviceCode' | 'secret'>;

/** Connects with the client id and the will that a device has by itself. */
export function connectOther(
  port: number,
  device: OtherDeviceCode,
  own: { readonly clientId: string; readonly topic: string; readonly offline: string },
  options: IClientOptions,
): Promise<MqttClient> {
  const { clientId, topic, offline } = own;
  const will = { topic, payload: Buffer.from(offline), qos: 1, retain: true } as const;
  return connectDevice(port, device, { clientId, will, ...options });
}

export abstract class OtherDevice {
  readonly client: MqttClient;
  readonly code: string;
  /** Switch requests, in the form of the conformance suite. */
  readonly switched: { readonly id: ''; readonly kind: CommandKind }[] = [];
  readonly ended: Promise<void>;

  constructor(client: MqttClient, code: string) {
    this.client = client;
    this.code = code;
    this.ended = new Promise((resolve) => client.once('close', () => resolve()));
    client.on('message', (topic, payload) => this.receive(topic, payload.toString()));
  }

  protected abstract receive(topic: string, payload: string): void;

  breakOff(): void {
    this.client.stream.destroy();
    this.client.end(true);
  }
}
