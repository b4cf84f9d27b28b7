/** A Shelly as the broker sees it: its topics and messages, without its hardware. */
import type { IClientOptions } from 'mqtt';
import { connectOther, OtherDevice, type OtherDeviceCode } from './other-device.ts';

export interface ShellyRequest {
  readonly id: number;
  readonly src: string;
  readonly method: string;
  readonly params?: { readonly id: number; readonly on: boolean };
}

export class ShellyDevice extends OtherDevice {
  readonly requests: ShellyRequest[] = [];

  static async connect(
    port: number,
    device: OtherDeviceCode,
    options: IClientOptions = {},
  ): Promise<ShellyDevice> {
    const { deviceCode } = device;
    const clientId = `shellyplus1pm-${deviceCode.slice(-6)}`;
    const own = { clientId, topic: `${deviceCode}/online`, offline: 'false' };
    return new ShellyDevice(await connectOther(port, device, own, options), deviceCode);
  }

  protected receive(_topic: string, payload: string): void {
    const request = JSON.parse(payload) as ShellyRequest;
    this.requests.push(request);
    if (request.method !== 'Switch.Set') return;
    this.switched.push({ id: '', kind: request.params?.id === 0 ? 'switch' : 'slaves' });
  }

  async subscribe(): Promise<void> {
    await this.client.subscribeAsync(`${this.code}/rpc`, { qos: 1 });
  }

  async publish(topic: string, payload: unknown, retain = false): Promise<void> {
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
    await this.client.publishAsync(`${this.code}/${topic}`, text, { qos: 1, retain });
  }

  /** Publishes a notification; without a time, one of a device that does not know it. */
  notify(status: Readonly<Record<string, unknown>>, at?: number, method = 'NotifyStatus') {
    const ts = at === undefined ? null : at / 1000;
    const params = { ts, ...status };
    return this.publish('events/rpc', {
      src: this.code,
      dst: `${this.code}/events`,
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
    const text = JSON.stringify({ id, src: this.code, dst: src, ...content });
    await this.client.publishAsync(`${src}/rpc`, text, { qos: 1 });
  }

  replyToSwitch(result: Readonly<Record<string, unknown>>): Promise<void> {
    return this.replyTo('Switch.Set', { result });
  }
}
