/** A Shelly as the broker sees it: its topics and messages, without its hardware. */
import type { IClientOptions, MqttClient } from 'mqtt';
import type { CommandKind } from '../../../src/storage/schema/schema.ts';
import type { TestDevice } from '../factories/tenant-device.ts';
import { connectDevice } from '../start-gateway.ts';

export interface ShellyRequest {
  readonly id: number;
  readonly src: string;
  readonly method: string;
  readonly params?: { readonly id: number; readonly on: boolean };
}

type Device = Pick<TestDevice, 'deviceCode' | 'secret'>;

export class ShellyDevice {
  readonly client: MqttClient;
  readonly #code: string;
  readonly requests: ShellyRequest[] = [];
  /** Switch requests, in the form of the conformance suite. */
  readonly switched: { readonly id: ''; readonly kind: CommandKind }[] = [];
  readonly ended: Promise<void>;

  /** The client id and the will are those that a device has by itself. */
  static async connect(
    port: number,
    device: Device,
    options: IClientOptions = {},
  ): Promise<ShellyDevice> {
    const client = await connectDevice(port, device, {
      clientId: `shellyplus1pm-${device.deviceCode.slice(-6)}`,
      will: {
        topic: `${device.deviceCode}/online`,
        payload: Buffer.from('false'),
        qos: 1,
        retain: true,
      },
      ...options,
    });
    return new ShellyDevice(client, device.deviceCode);
  }

  constructor(client: MqttClient, code: string) {
    this.client = client;
    this.#code = code;
    this.ended = new Promise((resolve) => client.once('close', () => resolve()));
    client.on('message', (_topic, payload) => {
      const request = JSON.parse(payload.toString()) as ShellyRequest;
      this.requests.push(request);
      if (request.method === 'Switch.Set') this.switched.push({ id: '', kind: 'switch' });
    });
  }

  async subscribe(): Promise<void> {
    await this.client.subscribeAsync(`${this.#code}/rpc`, { qos: 1 });
  }

  async publish(topic: string, payload: unknown, retain = false): Promise<void> {
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
    await this.client.publishAsync(`${this.#code}/${topic}`, text, { qos: 1, retain });
  }

  /** Publishes a notification; without a time, one of a device that does not know it. */
  notify(status: Readonly<Record<string, unknown>>, at?: number, method = 'NotifyStatus') {
    const ts = at === undefined ? null : at / 1000;
    const params = { ts, ...status };
    return this.publish('events/rpc', {
      src: this.#code,
      dst: `${this.#code}/events`,
      method,
      params,
    });
  }

  requestsOf(method: string): readonly ShellyRequest[] {
    return this.requests.filter((request) => request.method === method);
  }

  /** Replies to the last request of the method. */
  async replyTo(method: string, content: Readonly<Record<string, unknown>>): Promise<void> {
    const { id, src } = this.requestsOf(method).at(-1)!;
    const text = JSON.stringify({ id, src: this.#code, dst: src, ...content });
    await this.client.publishAsync(`${src}/rpc`, text, { qos: 1 });
  }

  replyToSwitch(result: Readonly<Record<string, unknown>>): Promise<void> {
    return this.replyTo('Switch.Set', { result });
  }

  breakOff(): void {
    this.client.stream.destroy();
    this.client.end(true);
  }
}
