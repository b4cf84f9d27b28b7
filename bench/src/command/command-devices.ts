/**
 * Devices that execute commands immediately: they send a reply, then the new state with the
 * command's id. They store written parameters, and return them on request.
 */
import type { MqttClient } from 'mqtt';
import { connectDevice, publishUp } from '../../../apps/server/test/support/start-gateway.ts';
import type { LoadDevice } from '../load/load-instruction.ts';

interface Command {
  readonly id: string;
  readonly op: string;
  readonly args: { readonly to: string; readonly what?: string; readonly data?: unknown };
}

/** Resolves when the device is connected and subscribed, and its position is reported as closed. */
export async function connectObedient(port: number, device: LoadDevice): Promise<MqttClient> {
  const { code, secret } = device;
  const stored = new Map<string | undefined, unknown>();
  const client = await connectDevice(port, { deviceCode: code, secret });
  client.on('message', (_topic, payload) => {
    const { id, op, args } = JSON.parse(payload.toString()) as Command;
    if (op === 'write') stored.set(args.what, args.data);
    const data = op === 'read' || op === 'write' ? { data: stored.get(args.what) ?? {} } : {};
    const publish = (kind: 'reply' | 'state', body: object) =>
      // The server closes the connection of a device that replied too late; the command remains
      // unconfirmed.
      void publishUp(client, code, kind, body).catch(() => undefined);
    publish('reply', { id, code: 0, ...data });
    // After each switching the server also requests a reading, which this device does not send.
    if (op !== 'switch') return;
    const action = args.to === 'open' ? 'openByCommand' : 'closeByCommand';
    publish('state', { ts: Date.now(), action, cmd: id });
  });
  await client.subscribeAsync(`ep/1/${code}/down/command`, { qos: 1 });
  await publishUp(client, code, 'state', { ts: Date.now(), action: 'closeByCommand' });
  return client;
}
