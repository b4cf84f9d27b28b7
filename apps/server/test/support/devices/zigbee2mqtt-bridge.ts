/**
 * A Zigbee2MQTT bridge as the broker sees it. Like the original it publishes its settings and devices
 * once when it starts, answers requests, and repeats the known values of a device in each message.
 */
import type { IClientOptions } from 'mqtt';
import { connectOther, OtherDevice, type OtherDeviceCode } from './other-device.ts';

export interface BridgedDevice {
  readonly ieee_address: string;
  readonly friendly_name: string;
}

type Values = Readonly<Record<string, unknown>>;

export class Zigbee2MqttBridge extends OtherDevice {
  /** Requests for devices and the bridge that have arrived: topics below the code, and payloads. */
  readonly requests: { readonly topic: string; readonly payload: string }[] = [];
  readonly cache = new Map<string, Values>();
  devices: readonly BridgedDevice[] = [];
  settings: Values = { device_options: { optimistic: false } };
  /** False if devices do not switch, or answer, as over a broken radio link. */
  isReaching = true;
  answersHealthChecks = true;
  answersOptions = true;

  static async connect(
    port: number,
    device: OtherDeviceCode,
    options: IClientOptions = {},
  ): Promise<Zigbee2MqttBridge> {
    const { deviceCode } = device;
    const clientId = `mqttjs_${deviceCode.slice(-8)}`;
    const offline = JSON.stringify({ state: 'offline' });
    const own = { clientId, topic: `${deviceCode}/bridge/state`, offline };
    return new Zigbee2MqttBridge(await connectOther(port, device, own, options), deviceCode);
  }

  /** Connects again like a running bridge, which does not repeat its list of devices. */
  async again(port: number, device: OtherDeviceCode): Promise<Zigbee2MqttBridge> {
    const next = await Zigbee2MqttBridge.connect(port, device);
    const { devices, settings } = this;
    Object.assign(next, { devices, settings });
    for (const [ieeeAddress, values] of this.cache) next.cache.set(ieeeAddress, values);
    return next;
  }

  async subscribe(qos: 0 | 1 = 0): Promise<void> {
    await this.client.subscribeAsync(`${this.code}/#`, { qos });
  }

  /** Publishes what a bridge does when it starts, except the known values. */
  async start(devices: readonly BridgedDevice[], qos: 0 | 1 = 0): Promise<void> {
    this.devices = devices;
    await this.publish('bridge/state', { state: 'online' }, { retain: true });
    await this.subscribe(qos);
    await this.publishInfo();
    await this.publishDevices();
  }

  async publishDevices(): Promise<void> {
    await this.publish('bridge/devices', this.devices, { retain: true });
  }

  async publishInfo(): Promise<void> {
    const devices = Object.fromEntries(
      this.devices.map(({ ieee_address, friendly_name }) => [ieee_address, { friendly_name }]),
    );
    const config = { devices, ...this.settings };
    await this.publish('bridge/info', { version: '2.14.1', config }, { retain: true });
  }

  async publish(
    topic: string,
    payload: unknown,
    { retain = false }: { readonly retain?: boolean } = {},
  ): Promise<void> {
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
    await this.client.publishAsync(`${this.code}/${topic}`, text, { qos: 1, retain });
  }

  /** A report of a device: the new values over the known ones. */
  async report({ ieee_address, friendly_name }: BridgedDevice, values: Values): Promise<void> {
    const known = { ...this.cache.get(ieee_address), ...values };
    this.cache.set(ieee_address, known);
    await this.publish(friendly_name, known);
  }

  requestsOf(name: string): readonly string[] {
    return this.requests.filter(({ topic }) => topic === name).map(({ payload }) => payload);
  }

  protected receive(topic: string, payload: string): void {
    const name = topic.slice(this.code.length + 1);
    this.requests.push({ topic: name, payload });
    // An ended connection acknowledges nothing.
    void this.#answer(name, payload).catch(() => undefined);
  }

  async #answer(name: string, payload: string): Promise<void> {
    const values = JSON.parse(payload) as Values;
    if (name === 'bridge/request/options') {
      return this.answersOptions ? this.publishInfo() : undefined;
    }
    if (name === 'bridge/request/health_check') {
      if (!this.answersHealthChecks) return;
      const { transaction } = values;
      const response = { data: { healthy: true }, status: 'ok', transaction };
      return this.publish('bridge/response/health_check', response);
    }
    const [ieeeAddress, verb] = name.split('/');
    const device = this.devices.find(({ ieee_address }) => ieee_address === ieeeAddress);
    if (verb === 'set') this.switched.push({ id: '', kind: 'slaves' });
    // A device without values has never reported.
    if (device === undefined || !this.isReaching || !this.cache.has(ieeeAddress!)) return;
    return this.report(device, verb === 'set' ? values : {});
  }
}
