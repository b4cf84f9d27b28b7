/** A Tasmota device as the broker sees it: its topics and messages, without its hardware. */
import type { IClientOptions } from 'mqtt';
import { connectOther, OtherDevice, type OtherDeviceCode } from './other-device.ts';

export class TasmotaDevice extends OtherDevice {
  /** Commands that have arrived: their names and payloads. */
  readonly commands: { readonly name: string; readonly payload: string }[] = [];

  static async connect(
    port: number,
    device: OtherDeviceCode,
    options: IClientOptions = {},
  ): Promise<TasmotaDevice> {
    const { deviceCode } = device;
    const clientId = `DVES_${deviceCode.slice(-6)}`;
    const own = { clientId, topic: `tele/${deviceCode}/LWT`, offline: 'Offline' };
    return new TasmotaDevice(await connectOther(port, device, own, options), deviceCode);
  }

  protected receive(topic: string, payload: string): void {
    const name = topic.split('/').at(-1)!;
    this.commands.push({ name, payload });
    if (!name.startsWith('POWER') || payload === '') return;
    this.switched.push({ id: '', kind: name === 'POWER' ? 'switch' : 'slaves' });
  }

  async subscribe(qos: 0 | 1 = 1): Promise<void> {
    await this.client.subscribeAsync(`cmnd/${this.code}/#`, { qos });
  }

  async publish(
    prefix: 'tele' | 'stat',
    name: string,
    payload: unknown,
    { retain = false, qos = 1 }: { readonly retain?: boolean; readonly qos?: 0 | 1 } = {},
  ): Promise<void> {
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
    await this.client.publishAsync(`${prefix}/${this.code}/${name}`, text, { qos, retain });
  }

  /** Publishes sensors with the local time of the device. */
  sense(sensors: Readonly<Record<string, unknown>>): Promise<void> {
    return this.publish('tele', 'SENSOR', { Time: '2018-02-15T17:37:10', ...sensors });
  }

  /** Publishes the position as a device does after a change: as JSON and as text. */
  async power(position: 'ON' | 'OFF'): Promise<void> {
    await this.publish('stat', 'RESULT', { POWER: position });
    await this.publish('stat', 'POWER', position);
  }
}
