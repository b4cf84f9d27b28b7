/** The page's real-time channel, as far as a click waits for it. */
import { once } from 'node:events';
import { WebSocket } from 'ws';

interface Push {
  readonly deviceCode: string;
  readonly msgType: string;
  readonly message: string;
}

export interface PushSocket {
  /** Resolves with the command that ended confirmed on this device, at the moment it is told. */
  confirmed(deviceCode: string): Promise<{ commandId: string; at: number }>;
  /** Frames of every kind so far. */
  readonly frames: number;
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
  const waiting = new Map<string, (told: { commandId: string; at: number }) => void>();
  let frames = 0;
  socket.on('message', (data) => {
    const at = performance.now();
    frames += 1;
    const text = data.toString();
    if (!text.includes('REMOTE_CONTROL')) return;
    const push = JSON.parse(JSON.parse(text).info) as Push;
    const { state, command_id } = JSON.parse(push.message);
    if (push.msgType !== 'REMOTE_CONTROL' || state !== 'confirmed') return;
    waiting.get(push.deviceCode)?.({ commandId: command_id, at });
    waiting.delete(push.deviceCode);
  });
  return {
    confirmed: (deviceCode) => new Promise((resolve) => waiting.set(deviceCode, resolve)),
    get frames() {
      return frames;
    },
    close: () => socket.terminate(),
  };
}
