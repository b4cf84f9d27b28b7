/** A Tasmota device as the broker sees it: its topics and messages, without its hardware. */
import type { IClientOptions, MqttClient } from 'mqtt';
import type { CommandKind } from '../../../src/storage/schema/schema.ts';
import type { TestDevice } from '../factories/tenant-device.ts';
import { connectDevice } from '../start-gateway.ts';

type Device = Pick<TestDevice, 'deviceCode' | 'secret'>;

export class TasmotaDevice {
  readonly client: MqttClient;
  readonly #code: string;
  /** Commands that have arrived: their names and payloads. */
  readonly commands: { readonly name: string; readonly payload: string }[] = [];
  /** Switch commands, in the form of the conformance suite. */
  readonly switched: { readonly id: ''; readonly kind: CommandKind }[] = [];
  readonly ended: Promise<void>;

  /** The client id and the will are those that a device has by itself. */
  static async connect(
    port: number,
    device: Device,
    options: IClientOptions = {},
  ): Promise<TasmotaDevice> {
    const client = await connectDevice(port, device, {
      clientId: `DVES_${device.deviceCode.slice(-6)}`,
      will: {
        topic: `tele/${device.deviceCode}/LWT`,
        payload: Buffer.from('Offline'),
        qos: 1,
        retain: true,
      },
      ...options,
    });
    return new TasmotaDevice(client, device.deviceCode);
  }

  constructor(client: MqttClient, code: string) {
    this.client = client;
    this.#code = code;
    this.ended = new Promise((resolve) => client.once('close', () => resolve()));
    client.on('message', (topic, payload) => {
      const name = topic.split('/').at(-1)!;
      const command = { name, payload: payload.toString() };
      this.commands.push(command);
      if (name === 'POWER' && command.payload !== '') {
        this.switched.push({ id: '', kind: 'switch' });
      }
    });
  }

  async subscribe(qos: 0 | 1 = 1): Promise<void> {
    await this.client.subscribeAsync(`cmnd/${this.#code}/#`, { qos });
  }

  async publish(
    prefix: 'tele' | 'stat',
    name: string,
    payload: unknown,
    { retain = false, qos = 1 }: { readonly retain?: boolean; readonly qos?: 0 | 1 } = {},
  ): Promise<void> {
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
    await this.client.publishAsync(`${prefix}/${this.#code}/${name}`, text, { qos, retain });
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

  breakOff(): void {
    this.client.stream.destroy();
    this.client.end(true);
  }
}
