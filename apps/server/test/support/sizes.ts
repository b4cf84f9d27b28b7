/**
 * Sizes of the soak tests. A size is read with `size('faultedCommands')`; the environment variable
 * `SIZE_FAULTED_COMMANDS` overrides it. `sizes.test.ts` compares the nightly sizes with the numbers
 * in `docs/promises.md`.
 */

export interface Size {
  /** The size in `npm test`: large enough to reach every state and limit the test is about. */
  readonly day: number;
  /** The size with TEST_TIER=full, on every change; defaults to `day`. */
  readonly full?: number;
  /** The size with TEST_SIZE=nightly: never below the number of its promises. */
  readonly night: number;
  /** Ids in `docs/promises.md`, separated by spaces; absent if no promise names a number. */
  readonly promise?: string;
  /** Reason for the sizes below the nightly one. */
  readonly reason: string;
}

export const SIZES = {
  faultedCommands: {
    day: 120,
    full: 520,
    night: 10_000,
    promise: 'C1 C3 C6',
    reason: 'every kind of fault; above the 500 that C1 requires on every change',
  },
  faultedDevices: {
    day: 20,
    full: 40,
    night: 120,
    reason: 'ten kinds of device, two and four of each',
  },
  faultedKills: {
    day: 1,
    full: 2,
    night: 200,
    promise: 'C1',
    reason: 'one kill can miss every open command',
  },
  reconnectCycles: {
    day: 25,
    full: 100,
    night: 2_000,
    promise: 'C2',
    reason: 'each of five ways, five and twenty times',
  },
  competingAttempts: {
    day: 400,
    full: 1_500,
    night: 20_000,
    promise: 'C4',
    reason: 'some collisions on every device',
  },
  competingDevices: {
    day: 15,
    full: 40,
    night: 200,
    promise: 'C4',
    reason: 'each adds one forced collision',
  },
  pathAttempts: { day: 300, night: 1_500, reason: 'about sixty attempts by each path' },
  stoppedTrials: { day: 10, night: 200, promise: 'C5', reason: 'one round of ten devices' },
  selectTrials: {
    day: 27,
    full: 90,
    night: 1_000,
    promise: 'C8',
    reason: 'each of nine wrong numbers, three and ten times',
  },
  stolenAttempts: {
    day: 200,
    night: 1_000,
    promise: 'C10',
    reason: 'twenty times the strictest limit',
  },
  timers: {
    day: 100,
    night: 500,
    promise: 'C11',
    reason: 'twenty-five for each change of the clock',
  },
  repeatedRequests: {
    day: 30,
    full: 100,
    night: 1_000,
    promise: 'C12',
    reason: 'a third by each call',
  },
  copiedCommands: { day: 10, night: 40, reason: 'five parallel copies of each' },
  kills: {
    day: 2,
    full: 4,
    night: 100,
    promise: 'R1',
    reason: 'one kill can miss every open batch',
  },
  powerCuts: {
    day: 1,
    full: 3,
    night: 20,
    promise: 'R3',
    reason: 'one, and some during and between transactions',
  },
  brokerKills: {
    day: 3,
    night: 100,
    promise: 'R1',
    reason: 'one server, one with a restart of the broker, both servers',
  },
  orderedCycles: {
    day: 60,
    full: 150,
    night: 5_000,
    reason: 'some hundred messages, of which each server takes part',
  },
  rollingRestarts: {
    day: 1,
    full: 3,
    night: 60,
    reason: 'the process of the browser; each of three processes, and one suspended under load',
  },
  upgrades: {
    day: 1,
    night: 10,
    reason: 'every step once, under load',
  },
  killedUpgrades: {
    day: 2,
    night: 20,
    reason: 'one kill of the program alone, one together with its database',
  },
  poolerEnds: {
    day: 2,
    full: 4,
    night: 60,
    reason: 'once for long enough to be reported, once restarted at once',
  },
  failovers: {
    day: 1,
    full: 2,
    night: 20,
    reason: 'each on new servers, at another moment of the load',
  },
  stormDevices: {
    day: 300,
    night: 10_000,
    promise: 'R11',
    reason: '60 wrong secrets, which fail more than 1,000 times and get their address banned',
  },
  stormBrowsers: {
    day: 20,
    night: 1_000,
    promise: 'R12',
    reason: 'one user with as many sockets as a user may have',
  },
  backlogDevices: {
    day: 240,
    night: 10_000,
    promise: 'R13',
    reason:
      '86,400 readings, eight times the capacity of the ingest queue: stored in a few seconds',
  },
  soakSeconds: {
    day: 24,
    night: 3_600,
    reason: 'a kill of the server, a cut and a crash of the database, with a sample after each',
  },
  soakDevices: { day: 20, night: 2_000, reason: 'some with each fault' },
  forwardingKills: { day: 2, night: 25, reason: 'kills with and without a batch under way' },
  arrivalOrders: {
    day: 4,
    full: 8,
    night: 1_000,
    promise: 'R5',
    reason: 'sorted, in blocks and shuffled orders',
  },
  billedDevices: {
    day: 12,
    night: 100,
    promise: 'R10',
    reason: 'two tariffs, three register histories',
  },
  askersPerField: { day: 3, night: 7, promise: 'T1', reason: 'every role in turn' },
  guesses: {
    day: 1_200,
    night: 10_000,
    promise: 'T6',
    reason: 'above 1,000 addresses and 20 an hour',
  },
  guessedAccounts: {
    day: 10,
    night: 500,
    promise: 'T8',
    reason: 'answers are compared byte for byte',
  },
  mutatedSecrets: {
    day: 20_000,
    full: 100_000,
    night: 1_000_000,
    promise: 'T9',
    reason: 'every kind of mutation',
  },
  forgedTokens: { day: 100, full: 300, night: 3_000, reason: 'every place a token can be in' },
  firstFrames: { day: 100, night: 10_000, promise: 'W1', reason: 'each of 25 frames, four times' },
  devicePayloads: {
    day: 300,
    full: 1_000,
    night: 200_000,
    promise: 'G2',
    reason: 'every mutation of every topic',
  },
  takeovers: {
    day: 20,
    night: 100,
    promise: 'G4',
    reason: 'beyond the eleventh that begins the hold',
  },
  fuzzInputs: {
    day: 4,
    full: 12,
    night: 100,
    promise: 'H1',
    reason: 'for each call, of a fixed seed',
  },
  lockRounds: {
    day: 3,
    night: 200,
    promise: 'O6',
    reason: 'the kernel holds the lock or does not',
  },
  flippedBytes: {
    day: 30,
    full: 60,
    night: 1_800,
    reason: 'a third each in the headers, in the last entry and over the whole archive',
  },
  restoredDatabases: {
    day: 1,
    night: 2,
    reason: 'bad archives on an external database, at night also on an embedded one',
  },
} as const satisfies Record<string, Size>;

export type SizeName = keyof typeof SIZES;

/** True if this run has the sizes of the promises. Throws if TEST_SIZE has an unknown value. */
export const isNightly = readTier(process.env['TEST_SIZE']);
const isFullTier = process.env['TEST_TIER'] === 'full';

/** Protects a soak test from running forever; it asserts nothing about speed. */
export const SOAK_TIMEOUT_MS = isNightly ? 4 * 3_600_000 : 1_800_000;

const printed = new Set<string>();

/**
 * Returns the size in this run. The first read of each size prints it, so that a log shows what was
 * tested.
 */
export function size(name: SizeName): number {
  const { day, full = day, night }: Size = SIZES[name];
  const variable = `SIZE_${upperSnakeCase(name)}`;
  const override = process.env[variable];
  const ownSize = isNightly ? night : isFullTier ? full : day;
  const value = override === undefined ? ownSize : Number(override);
  if (!Number.isInteger(value) || value < 1) throw new Error(`${variable} is no size: ${override}`);
  printOnce(name, `size ${name}: ${value} (nightly ${night})`);
  return value;
}

/**
 * Returns the seed of a random test: `fixed` by default, a new one in a nightly run. It is printed;
 * `SEED_KILLS=…` repeats a run of `seed('kills', …)`.
 */
export function seed(name: string, fixed: number): number {
  const variable = `SEED_${upperSnakeCase(name)}`;
  const override = process.env[variable];
  const value =
    override !== undefined
      ? Number(override)
      : isNightly
        ? Math.floor(Math.random() * 1_000_000)
        : fixed;
  if (!Number.isInteger(value)) throw new Error(`${variable} is no seed: ${override}`);
  printOnce(variable, `${variable}=${value}`);
  return value;
}

function readTier(value: string | undefined): boolean {
  if (value === undefined || value === '' || value === 'nightly') return value === 'nightly';
  throw new Error(`TEST_SIZE is "${value}"; it can only be "nightly" or absent`);
}

function printOnce(key: string, line: string): void {
  if (printed.has(key)) return;
  printed.add(key);
  console.log(line);
}

function upperSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}
