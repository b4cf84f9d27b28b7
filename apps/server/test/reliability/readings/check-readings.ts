/**
 * Checks docs/promises.md R1 and R2 (nothing acknowledged is lost, nothing is counted twice) by
 * comparing the devices' ledgers with the database. Pure functions, so that they can be tested with
 * the errors they must find.
 */

/** A message a device sent, and whether it was acknowledged. */
export interface SentReading {
  readonly device: string;
  /** Time in ms since 1970; together with the device it identifies a reading. */
  readonly ts: number;
  /**
   * Cumulative register in 0.01 kWh; the contents of two readings with one identity differ in it.
   */
  readonly register: number;
  readonly acknowledged: boolean;
}

/** A reading that counts, or one that was stored as a conflict because its timestamp was taken. */
export interface StoredReading {
  readonly device: string;
  readonly ts: number;
  readonly register: number;
}

export interface Findings {
  /** Readings that were acknowledged, but neither counted nor stored as a conflict. */
  readonly lost: readonly SentReading[];
  /** Readings that were counted more than once. */
  readonly doubled: readonly StoredReading[];
  /** Readings that were counted or stored as a conflict, though no device ever sent them. */
  readonly invented: readonly StoredReading[];
  /** Devices whose energy (last minus first register) is not the sum of its steps, in 0.01 kWh. */
  readonly miscounted: readonly { readonly device: string; readonly difference: number }[];
}

const key = (reading: StoredReading | SentReading) => `${reading.device} ${reading.ts}`;
const content = (reading: StoredReading | SentReading) => `${key(reading)} ${reading.register}`;

export function checkReadings(
  sent: readonly SentReading[],
  counting: readonly StoredReading[],
  keptBeside: readonly StoredReading[],
): Findings {
  const stored = new Set([...counting, ...keptBeside].map(content));
  const known = new Set(sent.map(content));
  const seen = new Set<string>();
  const doubled = counting.filter((reading) => {
    const again = seen.has(key(reading));
    seen.add(key(reading));
    return again;
  });
  return {
    lost: sent.filter((reading) => reading.acknowledged && !stored.has(content(reading))),
    doubled,
    invented: [...counting, ...keptBeside].filter((reading) => !known.has(content(reading))),
    miscounted: miscounted(sent, counting),
  };
}

/** The registers of the devices only rise, so the energy used is known from the sent readings. */
function miscounted(
  sent: readonly SentReading[],
  counting: readonly StoredReading[],
): { device: string; difference: number }[] {
  const wrong: { device: string; difference: number }[] = [];
  for (const device of new Set(sent.map((reading) => reading.device))) {
    const acknowledged = sent.filter((one) => one.device === device && one.acknowledged);
    if (acknowledged.length === 0) continue;
    const byTime = counting.filter((one) => one.device === device).toSorted((a, b) => a.ts - b.ts);
    const steps = byTime.slice(1).map((one, i) => one.register - byTime[i]!.register);
    const counted = steps.filter((step) => step > 0).reduce((sum, step) => sum + step, 0);
    const registers = byTime.map(({ register }) => register);
    const used = Math.max(...registers) - Math.min(...registers);
    const difference = byTime.length === 0 ? Number.NaN : counted - used;
    if (difference !== 0) wrong.push({ device, difference });
  }
  return wrong;
}
