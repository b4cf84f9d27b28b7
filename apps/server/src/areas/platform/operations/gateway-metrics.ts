/** Metrics of a process with the gateway role: its devices, messages, broker and serial lines. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Ingest } from '../../telemetry/ingest/ingest.ts';

/** Serial lines of DTUs that are connected to this process. */
interface LineNumbers {
  readonly connected: number;
  readonly refused: number;
  readonly frames: {
    readonly sent: number;
    readonly answers: number;
    readonly refusals: number;
    readonly timeouts: number;
    readonly incomplete: number;
    /** Bytes by reason. */
    readonly discarded: Readonly<Record<string, number>>;
  };
}

/** Counters of a process with the gateway role. */
export interface GatewayNumbers {
  readonly ingest: Pick<Ingest, 'counters' | 'backlog'>;
  /** Number of devices that are connected to this process. */
  readonly connected: () => number;
  /** The first counter is that of the embedded broker, the second that of an external one. */
  readonly broker?:
    | { readonly refusedProxyHeaders?: number; readonly refusedMessages?: number }
    | undefined;
  readonly line?: LineNumbers | undefined;
}

export function measureGateway(register: Registry, gateway: GatewayNumbers): void {
  const { ingest, connected, broker, line } = gateway;
  const gauge = gaugeOf(register);
  gauge('device_connections', 'Devices connected to this process', connected);
  gauge(
    'ingest_backlog_rows',
    'Rows of received messages that are not acknowledged yet',
    () => ingest.backlog,
  );
  countIngest(register, ingest);
  if (broker !== undefined) countBroker(register, broker);
  if (line !== undefined) measureLines(register, line);
}

/** Registers gauges that are read at each scrape. */
function gaugeOf(register: Registry) {
  return (name: string, help: string, value: () => number) => {
    new Gauge({
      name: `busbar_${name}`,
      help,
      registers: [register],
      collect() {
        this.set(value());
      },
    });
  };
}

type AddCounter = (name: string, help: string, value: () => number) => void;

/** Registers counters that are maintained elsewhere and read at each scrape. */
function counterOf(register: Registry): AddCounter {
  return (name, help, value) => {
    new Counter({
      name: `busbar_${name}_total`,
      help,
      registers: [register],
      collect() {
        this.reset();
        this.inc(value());
      },
    });
  };
}

function countBroker(register: Registry, broker: NonNullable<GatewayNumbers['broker']>): void {
  const counter = counterOf(register);
  if (broker.refusedProxyHeaders !== undefined) {
    counter(
      'mqtt_refused_proxy_headers',
      'Connections closed because their PROXY header was missing or malformed',
      () => broker.refusedProxyHeaders ?? 0,
    );
  }
  if (broker.refusedMessages !== undefined) {
    counter(
      'mqtt_refused_messages',
      'Messages at an external broker that belong to no device',
      () => broker.refusedMessages ?? 0,
    );
  }
}

function measureLines(register: Registry, line: LineNumbers): void {
  gaugeOf(register)('dtu_connected', 'DTUs connected to this process', () => line.connected);
  counterOf(register)('dtu_refused', 'Registrations of DTUs refused', () => line.refused);
  new Counter({
    name: 'busbar_dtu_frames_total',
    help: 'Requests on serial lines, and how they ended',
    labelNames: ['result'],
    registers: [register],
    collect() {
      this.reset();
      const { sent, answers, refusals, timeouts, incomplete } = line.frames;
      for (const [result, count] of Object.entries({
        sent,
        answers,
        refusals,
        timeouts,
        incomplete,
      })) {
        this.inc({ result }, count);
      }
    },
  });
  new Counter({
    name: 'busbar_dtu_discarded_bytes_total',
    help: 'Bytes on serial lines that were no answer, by reason',
    labelNames: ['reason'],
    registers: [register],
    collect() {
      this.reset();
      for (const [reason, bytes] of Object.entries(line.frames.discarded)) {
        this.inc({ reason }, bytes);
      }
    },
  });
}

function countIngest(register: Registry, { counters }: Pick<Ingest, 'counters'>): void {
  const add = counterOf(register);
  const counter: AddCounter = (name, ...rest) => add(`ingest_${name}`, ...rest);
  counter('messages', 'Messages received from devices', () => counters.messages);
  counter(
    'acknowledged_messages',
    'Messages acknowledged after their commit',
    () => counters.acknowledged,
  );
  counter('batches', 'Transactions that stored messages', () => counters.batches);
  counter('failures', 'Transactions that failed and were retried', () => counters.failures);
  counter('rejected_messages', 'Messages stored as rejected', () => counters.rejected);
  counter(
    'parked_messages',
    'Messages that the database refused, quarantined',
    () => counters.parked,
  );
  counter(
    'foreign_messages',
    'Messages older than the registration of their device, which were discarded',
    () => counters.foreign,
  );
  counter('unknown_fields', 'Unknown fields in messages', () => counters.unknownFields);
  new Counter({
    name: 'busbar_ingest_rows_total',
    help: 'Rows of readings by outcome',
    labelNames: ['outcome'],
    registers: [register],
    collect() {
      this.reset();
      this.inc({ outcome: 'inserted' }, counters.inserted);
      this.inc({ outcome: 'repeated' }, counters.repeated);
      this.inc({ outcome: 'conflicting' }, counters.conflicting);
    },
  });
}
