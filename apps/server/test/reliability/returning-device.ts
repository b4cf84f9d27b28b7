/** A simulated device on a socket that a test can cut, pause and resume. */
import { commandTopic, upTopic } from '@busbar/device-protocol/topics';
import { SimulatedDevice } from '@busbar/simulator/device/device';
import type { Outgoing } from '@busbar/simulator/device/outgoing';
import mqtt, { type MqttClient } from 'mqtt';

export interface ReturnedExecution {
  readonly commandId: string;
  readonly awakeSince: number;
}

/**
 * `pause` of a socket continues reading into the socket's own buffer; a paused process reads
 * nothing.
 */
function handleOf({ stream }: MqttClient): { readStart(): void; readStop(): void } {
  return (stream as unknown as { _handle: { readStart(): void; readStop(): void } })._handle;
}

/** Properties of a message to the device on arrival. */
export interface ArrivedMessage {
  readonly commandId: string;
  readonly retained: boolean;
  readonly awakeSince: number;
}

export interface ReturningDevice {
  readonly code: string;
  readonly device: SimulatedDevice;
  readonly executions: ReturnedExecution[];
  readonly arrived: ArrivedMessage[];
  /** Number of connections for which the broker reported an existing session. */
  readonly sessionsPresent: number;
  /** Opens a new connection; an existing one is left as it is. */
  connect(options?: { readonly clean: boolean }): Promise<void>;
  /** Drops the connection without a DISCONNECT. */
  cut(): void;
  /** Disconnects cleanly, like a device that retains its session. */
  leave(): Promise<void>;
  /** Stops reading: incoming data waits in its socket buffer. */
  stop(): void;
  /** Reads the pending data; resolves when the old connection has ended. */
  goOn(): Promise<void>;
  /** Publishes a retained message to its own command topic. */
  retainCommand(payload: string): void;
}

export function returningDevice(options: {
  readonly port: number;
  readonly code: string;
  readonly secret: string;
  readonly now: () => number;
}): ReturningDevice {
  const { port, code, secret, now } = options;
  const device = new SimulatedDevice(
    {
      code,
      type: 'MT61',
      slaveCount: 0,
      ratedCurrentA: 63,
      zone: 'Asia/Shanghai',
      countsFrom: now(),
      intervalMs: 60_000,
      moveMs: 0,
    },
    now(),
  );
  const executions: ReturnedExecution[] = [];
  const arrived: ArrivedMessage[] = [];
  let client: MqttClient | undefined;
  let stopped: MqttClient | undefined;
  let awakeSince = now();
  let sessionsPresent = 0;

  const say = (by: MqttClient, messages: readonly Outgoing[]) => {
    for (const { kind, payload } of messages) {
      // The connection may end at any time; unsent data is covered by the next greeting.
      by.publish(upTopic(code, kind), payload, { qos: 1 }, () => undefined);
    }
  };

  return {
    code,
    device,
    executions,
    arrived,
    get sessionsPresent() {
      return sessionsPresent;
    },
    async connect({ clean } = { clean: true }) {
      const line = mqtt.connect(`mqtt://127.0.0.1:${port}`, {
        protocolVersion: 4,
        clean,
        clientId: code,
        username: code,
        password: secret,
        reconnectPeriod: 0,
        keepalive: 0,
      });
      client = line;
      awakeSince = now();
      line.on('message', (_topic, payload, packet) => {
        const { id: commandId } = JSON.parse(payload.toString()) as { id: string };
        arrived.push({ commandId, retained: packet.retain, awakeSince });
        const { messages, execution } = device.onCommand(payload, now());
        if (execution?.command.op === 'switch') executions.push({ commandId, awakeSince });
        say(line, messages);
      });
      line.on('error', () => undefined);
      await new Promise<void>((resolve, reject) => {
        line.once('connect', ({ sessionPresent }) => {
          if (sessionPresent) sessionsPresent += 1;
          resolve();
        });
        line.once('close', () => reject(new Error(`${code} was not let in`)));
      });
      await line.subscribeAsync(commandTopic(code), { qos: 1 });
      say(line, device.greeting(now()));
    },
    cut() {
      client?.stream.destroy();
      client = undefined;
    },
    async leave() {
      await client?.endAsync();
      client = undefined;
    },
    stop() {
      stopped = client;
      if (client !== undefined) handleOf(client).readStop();
    },
    async goOn() {
      const line = stopped;
      stopped = undefined;
      if (line === undefined) return;
      const ended = new Promise<void>((resolve) => line.once('close', () => resolve()));
      awakeSince = now();
      handleOf(line).readStart();
      await ended;
    },
    retainCommand(payload) {
      client?.publish(commandTopic(code), payload, { qos: 1, retain: true }, () => undefined);
    },
  };
}
