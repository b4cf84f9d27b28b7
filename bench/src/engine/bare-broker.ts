/**
 * Baseline of a command: the round trip between two clients over a broker without any other work,
 * QoS 1 in both directions. The broker is a separate mosquitto on the same machine in the same run.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import mqtt from 'mqtt';

export interface BareBroker {
  /** Measures one round trip, ms. */
  roundTrip(): Promise<number>;
  stop(): Promise<void>;
}

const TRIES = 100;
const TRY_EVERY_MS = 50;

export async function startBareBroker(): Promise<BareBroker> {
  const port = await freePort();
  const program = process.env['MOSQUITTO'] ?? 'mosquitto';
  const path = `${process.env['PATH'] ?? ''}:/usr/sbin`;
  const broker = spawn(program, ['-p', String(port)], {
    stdio: 'ignore',
    env: { ...process.env, PATH: path },
  });
  process.once('exit', () => broker.kill('SIGKILL'));
  const near = await connect(port);
  const far = await connect(port);
  const waiting = new Map<string, () => void>();
  far.on('message', (_topic, payload) => void far.publish('back', payload, { qos: 1 }));
  near.on('message', (_topic, payload) => {
    const id = payload.toString();
    waiting.get(id)?.();
    waiting.delete(id);
  });
  await far.subscribeAsync('there', { qos: 1 });
  await near.subscribeAsync('back', { qos: 1 });
  let count = 0;
  return {
    async roundTrip() {
      const id = String(++count);
      const back = new Promise<void>((resolve) => waiting.set(id, resolve));
      const began = performance.now();
      near.publish('there', id, { qos: 1 });
      await back;
      return performance.now() - began;
    },
    async stop() {
      near.end(true);
      far.end(true);
      broker.kill();
      if (broker.exitCode === null) await once(broker, 'exit');
    },
  };
}

async function connect(port: number) {
  for (let tries = 1; ; tries++) {
    try {
      return await mqtt.connectAsync({ host: '127.0.0.1', port, reconnectPeriod: 0 });
    } catch (error) {
      // The broker is not listening yet.
      if (tries === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, TRY_EVERY_MS));
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
