/** The DTUs, a separate process: lines with simulated meters, and lines that are idle. */
import { createInterface } from 'node:readline';
import { DtuClient } from '../../../apps/simulator/src/dtu/dtu-client.ts';
import { SerialLine } from '../../../apps/simulator/src/dtu/line/serial-line.ts';
import { Station } from '../../../apps/simulator/src/dtu/station/station.ts';
import { parseStations } from '../../../apps/simulator/src/dtu/station/station-spec.ts';
import { openIdleLines } from './idle-lines.ts';
import {
  type DtuCredentials,
  type LineFleetReport,
  type LineInstruction,
  machineMs,
} from './line-instruction.ts';

const BAUD = 9_600;
const TEXTS = { form: 'code-secret', end: 'crlf', heartbeat: 'HB', heartbeatMs: 60_000 } as const;
const CONNECT_PER_SECOND = 200;
const POLL_MS = 20;
const SHARED_LOADS = 16;
const WRITE_COIL = 5;
const READ_REGISTERS = 3;

const lines: SerialLine[] = [];
let commandsAt: number[] = [];
let exchangesMs: number[] = [];

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function connect(instruction: Extract<LineInstruction, { do: 'connect' }>): Promise<void> {
  const clients: DtuClient[] = [];
  for (const [index, dtu] of instruction.dtus.entries()) {
    clients.push(dialIn(dtu, index, instruction));
    if (clients.length % CONNECT_PER_SECOND === 0) await sleep(1_000);
  }
  while (!clients.every(({ connected }) => connected)) await sleep(POLL_MS);
}

function dialIn(
  { code, secret }: DtuCredentials,
  index: number,
  { port, meters, profile, isTimed }: Extract<LineInstruction, { do: 'connect' }>,
): DtuClient {
  const now = Date.now();
  const loadOf = `SHARED-LOAD-${index % SHARED_LOADS}`;
  const specs = parseStations(
    Array.from({ length: meters }, (_, at) => `${at + 1}=${profile}`).join(),
  );
  const stations = specs.map(
    (spec) => new Station(spec, { loadOf, zone: 'Asia/Shanghai', countsFrom: now }, now),
  );
  const line = new SerialLine({
    stations,
    baud: BAUD,
    heartbeat: Buffer.from(TEXTS.heartbeat),
    random: Math.random,
    now: Date.now,
  });
  if (isTimed) keepTimes(line);
  lines.push(line);
  const client = new DtuClient({
    ...{ host: '127.0.0.1', port, code, secret, line },
    texts: TEXTS,
    random: Math.random,
    onTrouble: (text) => console.error(`${code}: ${text}`),
  });
  client.start();
  return client;
}

/** Notes when commands arrive, and how long the exchanges of the poll cycles take. */
function keepTimes(line: SerialLine): void {
  let polledAt: number | undefined;
  const receive = line.receive.bind(line);
  line.receive = (bytes) => {
    const now = machineMs();
    if (bytes[1] === WRITE_COIL) commandsAt.push(now);
    polledAt = bytes[1] === READ_REGISTERS ? now : undefined;
    receive(bytes);
  };
  const open = line.open.bind(line);
  line.open = (send) =>
    open((bytes) => {
      if (polledAt !== undefined) exchangesMs.push(machineMs() - polledAt);
      polledAt = undefined;
      send(bytes);
    });
}

async function obey(instruction: LineInstruction): Promise<LineFleetReport> {
  switch (instruction.do) {
    case 'connect':
      await connect(instruction);
      return {};
    case 'idle':
      return { endings: await openIdleLines(instruction.port, instruction.dtus) };
    case 'counts':
      return { answers: lines.reduce((sum, { answers }) => sum + answers, 0) };
    case 'times': {
      const report = { commandsAt, exchangesMs };
      commandsAt = [];
      exchangesMs = [];
      return report;
    }
    case 'end':
      process.exit(0);
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await obey(JSON.parse(line)))}\n`);
}
