/**
 * Simulates a bad network between devices and broker: a plain TCP proxy that delays, stalls, drops
 * connections, and delivers MQTT messages twice, controlled by a seed. It preserves the order
 * within a direction, as TCP does; data is only lost with its connection.
 */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { seededRandom } from '@busbar/domain/demand/seeded-noise';
import { OrderedDelay } from '../device/ordered-delay.ts';
import { isRepeatable, PacketCutter, repeated } from './mqtt-packets.ts';

export interface LineFaults {
  /** Delay of each packet, uniformly distributed between the two values. */
  readonly delayMs: readonly [min: number, max: number];
  /** Probability, per packet, that its direction stalls for `stallMs`. */
  readonly stallChance: number;
  readonly stallMs: number;
  /** Probability, per packet, that the connection breaks instead of delivering it. */
  readonly dropChance: number;
  /** Probability, per acknowledged PUBLISH, that it is delivered twice. */
  readonly duplicateChance: number;
}

export const GOOD_LINE: LineFaults = {
  delayMs: [0, 0],
  stallChance: 0,
  stallMs: 0,
  dropChance: 0,
  duplicateChance: 0,
};

export interface FaultProxyOptions {
  readonly target: { readonly host: string; readonly port: number };
  /** Port to listen on; 0 selects any free port. */
  readonly port: number;
  readonly seed: number;
  readonly toBroker: LineFaults;
  readonly toDevice: LineFaults;
}

export interface FaultProxyCounts {
  readonly connections: number;
  readonly dropped: number;
  readonly stalled: number;
  readonly duplicated: number;
}

export interface FaultProxy {
  readonly port: number;
  readonly counts: FaultProxyCounts;
  /** Changes the faults from the next packet on. */
  setFaults(faults: { readonly toBroker?: LineFaults; readonly toDevice?: LineFaults }): void;
  /** Breaks all connections immediately. */
  dropAll(): void;
  close(): Promise<void>;
}

/** Listens on the loopback address; rejects if the port is in use. */
export function startFaultProxy(options: FaultProxyOptions): Promise<FaultProxy> {
  const random = seededRandom(options.seed);
  const counts = { connections: 0, dropped: 0, stalled: 0, duplicated: 0 };
  const faults = { toBroker: options.toBroker, toDevice: options.toDevice };
  const sockets = new Set<Socket>();

  // Allows half-open sockets, so that a DISCONNECT in transit is not lost when the sender closes.
  const server = createServer({ allowHalfOpen: true }, (device) => {
    counts.connections++;
    const broker = connect({ ...options.target, allowHalfOpen: true });
    const breakLine = (): void => {
      device.destroy();
      broker.destroy();
    };
    for (const socket of [device, broker]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', breakLine);
      socket.on('close', () => {
        sockets.delete(socket);
        breakLine();
      });
    }
    carry(device, broker, () => faults.toBroker, breakLine);
    carry(broker, device, () => faults.toDevice, breakLine);
  });

  function carry(from: Socket, to: Socket, line: () => LineFaults, breakLine: () => void): void {
    const cutter = new PacketCutter();
    const delayed = new OrderedDelay();
    from.on('data', (chunk: Buffer) => {
      let packets: Buffer[];
      try {
        packets = cutter.push(chunk);
      } catch {
        // Closes the connection of a client that does not send MQTT.
        breakLine();
        return;
      }
      for (const packet of packets) {
        if (!handOn(packet)) return;
      }
    });
    from.on('end', () => delayed.after(0, () => to.end()));
    from.on('close', () => delayed.clear());

    function handOn(packet: Buffer): boolean {
      const { delayMs, stallChance, stallMs, dropChance, duplicateChance } = line();
      if (random() < dropChance) {
        counts.dropped++;
        breakLine();
        return false;
      }
      const stalls = random() < stallChance;
      if (stalls) counts.stalled++;
      const delay = delayMs[0] + random() * (delayMs[1] - delayMs[0]) + (stalls ? stallMs : 0);
      delayed.after(delay, () => write(packet));
      if (isRepeatable(packet) && random() < duplicateChance) {
        counts.duplicated++;
        const copy = repeated(packet, random() < 0.5);
        delayed.after(delay, () => write(copy));
      }
      return true;
    }

    function write(packet: Buffer): void {
      if (to.destroyed || to.write(packet) || from.isPaused()) return;
      from.pause();
      to.once('drain', () => from.resume());
    }
  }

  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve({
        port: (server.address() as AddressInfo).port,
        counts,
        setFaults: (change) => Object.assign(faults, change),
        dropAll() {
          for (const socket of sockets) socket.destroy();
        },
        close() {
          for (const socket of sockets) socket.destroy();
          return new Promise((closed) => server.close(() => closed()));
        },
      });
    });
  });
}
