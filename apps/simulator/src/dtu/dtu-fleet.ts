/**
 * Many DTUs in one process, each with its line and its connection. They dial in to the platform, or
 * their lines listen, each on a port of its own.
 */
import { slaveCode } from '@busbar/domain/device/device-code';
import type { ScenarioEvent } from '../fleet/scenario.ts';
import type { DtuTexts } from './connection-texts.ts';
import { DtuClient } from './dtu-client.ts';
import { applyDtuEvent, applyDtuFault, type DtuFaultName } from './dtu-events.ts';
import { SerialLine } from './line/serial-line.ts';
import { type LineServer, startLineServer } from './line-server.ts';
import { Station } from './station/station.ts';
import type { StationSpec } from './station/station-spec.ts';

export interface DtuMember {
  readonly code: string;
  readonly secret: string;
  readonly stations: readonly StationSpec[];
  readonly faults: readonly DtuFaultName[];
  /** See `DeviceSpec`. */
  readonly loadOf?: string;
}

/** The address that DTUs dial, or the first port on which lines listen. */
export type DtuTarget =
  | { readonly host: string; readonly port: number }
  | { readonly listenFrom: number };

export interface DtuFleetOptions {
  readonly members: readonly DtuMember[];
  readonly target: DtuTarget;
  readonly texts: DtuTexts;
  /** Bit/s of the lines; undefined for that of the profile of the first meter. */
  readonly baud?: number | undefined;
  readonly zone: string;
  readonly countsFrom: number;
  readonly now: () => number;
  readonly random: () => number;
  readonly scenario?: readonly ScenarioEvent[];
  /** Max number of new connections per second. */
  readonly connectPerSecond: number;
}

export interface DtuFleetCounts {
  readonly dtus: number;
  readonly connected: number;
  /** Number of answers that the meters have sent. */
  readonly answers: number;
  readonly lastTrouble: string | undefined;
}

interface RunningDtu {
  readonly code: string;
  readonly line: SerialLine;
  readonly isConnected: () => boolean;
  readonly stop: () => Promise<void>;
}

const DEFAULT_BAUD = 9600;

export class DtuFleet {
  readonly #options: DtuFleetOptions;
  readonly #waiting: DtuMember[];
  readonly #running: RunningDtu[] = [];
  readonly #script = new Set<NodeJS.Timeout>();
  #starting: NodeJS.Timeout | undefined;
  #startedAt = 0;
  #lastTrouble: string | undefined;

  constructor(options: DtuFleetOptions) {
    this.#options = options;
    this.#waiting = [...options.members];
  }

  get counts(): DtuFleetCounts {
    return {
      dtus: this.#running.length + this.#waiting.length,
      connected: this.#running.filter(({ isConnected }) => isConnected()).length,
      answers: this.#running.reduce((sum, { line }) => sum + line.answers, 0),
      lastTrouble: this.#lastTrouble,
    };
  }

  /** Begins to open connections and returns immediately. */
  start(): void {
    this.#startedAt = this.#options.now();
    this.#startNext();
  }

  async stop(): Promise<void> {
    clearTimeout(this.#starting);
    for (const timer of this.#script) clearTimeout(timer);
    await Promise.all(this.#running.map(({ stop }) => stop()));
  }

  /** Returns the line of the DTU with this code, for tests. */
  line(code: string): SerialLine | undefined {
    return this.#running.find((dtu) => dtu.code === code)?.line;
  }

  #startNext(): void {
    const member = this.#waiting.shift();
    if (member === undefined) return;
    this.#startOne(member);
    this.#starting = setTimeout(() => this.#startNext(), 1000 / this.#options.connectPerSecond);
  }

  #startOne(member: DtuMember): void {
    const { now, scenario = [] } = this.#options;
    const { code, faults } = member;
    const line = this.#lineOf(member);
    for (const name of faults) applyDtuFault(name, line, now());
    this.#running.push({ code, line, ...this.#connect(member, line) });
    for (const event of scenario) {
      if (event.device === undefined || event.device === code) this.#schedule(event, line);
    }
  }

  #lineOf({ code, stations, loadOf = code }: DtuMember): SerialLine {
    const { zone, countsFrom, now, random, texts } = this.#options;
    const baud = this.#options.baud ?? stations[0]?.profile.defaults.baud ?? DEFAULT_BAUD;
    return new SerialLine({
      stations: stations.map((spec, index) => {
        const site = { loadOf: slaveCode(loadOf, index + 1), zone, countsFrom };
        return new Station(spec, site, now());
      }),
      baud,
      heartbeat: Buffer.from(texts.heartbeat),
      random,
      now,
    });
  }

  #connect(
    { code, secret }: DtuMember,
    line: SerialLine,
  ): Pick<RunningDtu, 'isConnected' | 'stop'> {
    const { target, texts, random } = this.#options;
    const onTrouble = (text: string): void => {
      this.#lastTrouble = `${code}: ${text}`;
    };
    if ('listenFrom' in target) {
      const port = target.listenFrom === 0 ? 0 : target.listenFrom + this.#running.length;
      return listening(line, port, onTrouble);
    }
    const client = new DtuClient({ ...target, code, secret, texts, line, random, onTrouble });
    client.start();
    return { isConnected: () => client.connected, stop: () => client.stop() };
  }

  #schedule(event: ScenarioEvent, line: SerialLine): void {
    const { now } = this.#options;
    const timer = setTimeout(
      () => {
        this.#script.delete(timer);
        applyDtuEvent(event, line, now());
      },
      Math.max(0, this.#startedAt + event.atMs - now()),
    );
    this.#script.add(timer);
  }
}

function listening(
  line: SerialLine,
  port: number,
  onTrouble: (text: string) => void,
): Pick<RunningDtu, 'isConnected' | 'stop'> {
  let server: LineServer | undefined;
  const started = startLineServer(line, port).then(
    (opened) => {
      server = opened;
    },
    ({ message }: Error) => onTrouble(message),
  );
  return {
    isConnected: () => server?.hasMaster ?? false,
    async stop() {
      await started;
      await server?.close();
    },
  };
}
