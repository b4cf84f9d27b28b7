/** Client of the page's real-time channel, with the messages that a click benchmark needs. */
import { once } from 'node:events';
import { WebSocket } from 'ws';

interface Push {
  readonly msgType: string;
  readonly deviceCode: string;
  readonly message: string;
}

export interface PushSocket {
  /** Resolves with the time at which this command is reported as confirmed. */
  confirmed(commandId: string): Promise<number>;
  /** Resolves with the time at which a new alarm of the device is reported. */
  opened(deviceCode: string): Promise<number>;
  close(): void;
}

export async function openPushSocket(
  url: string,
  token: string,
  userId: number,
): Promise<PushSocket> {
  const address = `${url.replace(/^http/, 'ws')}/api/websocket/info`;
  const socket = new WebSocket(address, { headers: { authorization: token } });
  await once(socket, 'open');
  socket.send(String(userId));
  /** The push may arrive before the response that contains the command's id. */
  const finishedAt = new Map<string, number>();
  const waiting = new Map<string, (at: number) => void>();
  const alarmed = new Map<string, (at: number) => void>();
  const reportOpened = (text: string, at: number) => {
    const push = JSON.parse(JSON.parse(text).info) as Push;
    if (push.msgType !== 'ALARMS' || JSON.parse(push.message).change !== 'opened') return;
    alarmed.get(push.deviceCode)?.(at);
    alarmed.delete(push.deviceCode);
  };
  socket.on('message', (data) => {
    const at = performance.now();
    const text = data.toString();
    if (text.includes('ALARMS')) reportOpened(text, at);
    if (!text.includes('REMOTE_CONTROL')) return;
    const push = JSON.parse(JSON.parse(text).info) as Push;
    const { state, command_id } = JSON.parse(push.message);
    if (push.msgType !== 'REMOTE_CONTROL' || state !== 'confirmed') return;
    finishedAt.set(command_id, at);
    waiting.get(command_id)?.(at);
    waiting.delete(command_id);
  });
  return {
    confirmed: (commandId) =>
      new Promise((resolve) => {
        const at = finishedAt.get(commandId);
        if (at === undefined) waiting.set(commandId, resolve);
        else resolve(at);
      }),
    opened: (deviceCode) => new Promise((resolve) => alarmed.set(deviceCode, resolve)),
    close: () => socket.terminate(),
  };
}
