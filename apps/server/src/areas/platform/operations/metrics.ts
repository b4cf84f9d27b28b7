/**
 * Prometheus metrics of this process and of the platform. Counters start with the process;
 * `busbar_platform_*` is read from the database at each scrape and is the same for every process.
 */
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Context } from '../../../context.ts';
import type { Ingest } from '../../telemetry/ingest/ingest.ts';
import { type PlatformNumbers, readPlatform } from './platform-queries.ts';

export interface Metrics {
  readonly contentType: string;
  /** Returns the current values in the text format. */
  read(): Promise<string>;
}

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
  readonly ingest: Pick<Ingest, 'counters'>;
  /** The first counter is that of the embedded broker, the second that of an external one. */
  readonly broker?:
    | { readonly refusedProxyHeaders?: number; readonly refusedMessages?: number }
    | undefined;
  readonly line?: LineNumbers | undefined;
}

export function createMetrics(ctx: Context, gateway: GatewayNumbers | undefined): Metrics {
  const register = new Registry();
  collectDefaultMetrics({ register });
  if (gateway !== undefined) countIngest(register, gateway.ingest);
  if (gateway?.broker !== undefined) countBroker(register, gateway.broker);
  if (gateway?.line !== undefined) countLines(register, gateway.line);
  const lookAtPlatform = gaugePlatform(register, ctx);
  return {
    contentType: register.contentType,
    async read() {
      await lookAtPlatform();
      return register.metrics();
    },
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

function countLines(register: Registry, line: LineNumbers): void {
  new Gauge({
    name: 'busbar_dtu_connected',
    help: 'DTUs connected to this process',
    registers: [register],
    collect() {
      this.set(line.connected);
    },
  });
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

const PLATFORM: Readonly<Record<keyof PlatformNumbers, readonly [name: string, help: string]>> = {
  online: ['devices_online', 'Devices seen within their interval'],
  late: ['devices_late', 'Devices connected and overdue'],
  offline: ['devices_offline', 'Devices that are not online, including overdue ones'],
  commandsOpen: ['commands_open', 'Commands that have not ended'],
  commandsUnknown: ['commands_unknown', 'Commands whose outcome is unknown'],
  alarmsOpen: ['alarms_open', 'Alarms that have not ended'],
  ledgerWaiting: [
    'ledger_waiting_devices',
    'Devices with register readings whose energy has not been computed',
  ],
  ledgerBehindS: [
    'ledger_behind_seconds',
    'Age of the oldest register reading whose energy has not been computed',
  ],
  impossibleEnergy: [
    'impossible_energy_open',
    'Energy steps above the capacity of the breaker, excluded from bills, whose alarm has not ended',
  ],
  outboxDue: ['outbox_due', 'Mails, pushes and deliveries that are due'],
  outboxOverdueS: ['outbox_overdue_seconds', 'How long the oldest of them has been due'],
  outboxDead: ['outbox_dead', 'Mails, pushes and deliveries that failed permanently'],
  forwardWaiting: ['forward_waiting', 'Records waiting to be forwarded'],
  forwardOldestS: ['forward_oldest_seconds', 'Age of the oldest of them'],
  reportsOpen: ['reports_open', 'Reports that are waiting or being created'],
  reportOldestS: ['report_oldest_seconds', 'Age of the oldest of them'],
  gateways: ['gateway_processes', 'Processes with connections of devices that were seen recently'],
  gatewaySeenS: ['gateway_seen_seconds', 'Time since the last of them was seen'],
  workers: ['worker_processes', 'Processes that run scheduled jobs and were seen recently'],
  workerSeenS: ['worker_seen_seconds', 'Time since the last of them was seen'],
  sealsWaiting: ['audit_unsealed_entries', 'Entries of the audit trail that have not been chained'],
  sealOldestS: ['audit_unsealed_seconds', 'Age of the oldest of them'],
  databaseBytes: ['database_bytes', 'Size of the database'],
};

/** Returns a function that updates the gauges. */
function gaugePlatform(register: Registry, ctx: Context): () => Promise<void> {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [register] });
  const up = gauge('busbar_database_up', '1 while the database responds');
  const names = Object.keys(PLATFORM) as (keyof PlatformNumbers)[];
  const gauges = names.map((key) => {
    const [name, help] = PLATFORM[key];
    return gauge(`busbar_platform_${name}`, help);
  });
  return async () => {
    try {
      const numbers = await readPlatform(ctx);
      for (const [i, key] of names.entries()) {
        const value = numbers[key];
        // The time since a process was seen is unknown if none was seen for a long time.
        if (value === null) gauges[i]!.remove();
        else gauges[i]!.set(value);
      }
      up.set(1);
    } catch (error) {
      ctx.log.warn({ err: error }, 'the platform could not be read for the metrics');
      // Stale values must not be exported as current ones.
      for (const one of gauges) one.remove();
      up.set(0);
    }
  };
}
