/**
 * A real broker on a free port, for tests that need real sockets; tests can wait for its messages.
 */
import { createServer } from 'node:net';
import { Aedes } from 'aedes';
import type { FaultProxyOptions } from '../src/connection/fault-proxy.ts';

export interface Heard {
  readonly client: string;
  readonly topic: string;
  readonly payload: string;
}

export interface TestBroker {
  readonly target: FaultProxyOptions['target'];
  readonly heard: readonly Heard[];
  /** If false, messages are received but never acknowledged. */
  acknowledging: boolean;
  /** Client ids whose connections are refused. */
  readonly refused: Set<string>;
  /** Client id of every connection attempt. */
  readonly attempts: readonly string[];
  /** Resolves once `condition` holds; it is checked after every message. */
  until(condition: () => boolean): Promise<void>;
  send(topic: string, payload: string): void;
  close(): Promise<void>;
}

export async function startTestBroker(port = 0): Promise<TestBroker> {
  const heard: Heard[] = [];
  const watchers = new Set<() => void>();
  const look = (): void => {
    for (const watcher of watchers) watcher();
  };
  const attempts: string[] = [];
  const aedes = await Aedes.createBroker({
    authenticate(client, _user, _password, callback) {
      attempts.push(client.id);
      const refused = broker.refused.has(client.id);
      const error = Object.assign(new Error('refused'), { returnCode: 4 as const });
      if (refused) callback(error, null);
      else callback(null, true);
      look();
    },
    authorizePublish(client, packet, callback) {
      heard.push({
        client: client?.id ?? '',
        topic: packet.topic,
        payload: packet.payload.toString(),
      });
      if (broker.acknowledging) callback(null);
      look();
    },
  });
  aedes.on('subscribe', look);
  aedes.on('clientDisconnect', look);
  const server = createServer(aedes.handle);
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  const broker: TestBroker = {
    target: {
      host: '127.0.0.1',
      port: typeof address === 'object' && address !== null ? address.port : 0,
    },
    heard,
    acknowledging: true,
    refused: new Set(),
    attempts,
    until(condition) {
      return new Promise((resolve) => {
        const watcher = (): void => {
          if (!condition()) return;
          watchers.delete(watcher);
          resolve();
        };
        watchers.add(watcher);
        watcher();
      });
    },
    send(topic, payload) {
      const packet = {
        cmd: 'publish',
        topic,
        payload: Buffer.from(payload),
        qos: 1,
        retain: false,
        dup: false,
      } as const;
      aedes.publish(packet, () => undefined);
    },
    async close() {
      await new Promise<void>((resolve) => aedes.close(resolve));
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
  return broker;
}
