/**
 * Street lamps behind a breaker: they burn while there is voltage and their photocell detects
 * night, draw the power of their kind at that voltage, warm up if they are discharge lamps, and
 * fail, lose power to theft, or burn permanently by a script.
 */
import { localHour } from '@busbar/domain/calendar';
import { lampNature } from '@busbar/domain/project/lamp-kind';

/** Initial power of a discharge lamp as a fraction, and the time until it reaches full power. */
const COLD_PART = 0.3;
const RUN_UP_MS = 6 * 60_000;
const NOMINAL_V = 230;

export interface LampBankSpec {
  readonly count: number;
  /** Rated power of one lamp, W. */
  readonly watts: number;
  readonly kind: 'led' | 'sodium';
  /**
   * Local hours at which the photocell turns the lamps on and off, across midnight if `to` is not
   * after `from`; if equal, the lamps are always on.
   */
  readonly from: number;
  readonly to: number;
  readonly zone: string;
}

export type LampChange = Partial<Pick<LampBank, 'failed' | 'theftKw' | 'stuck'>>;

export class LampBank {
  readonly spec: LampBankSpec;
  failed = 0;
  /** Additional power drawn while the lamps have voltage, kW. */
  theftKw = 0;
  /** True if the lamps burn regardless of breaker and photocell. */
  stuck = false;
  /** Time at which the lamps were turned on; undefined while off. Initially the lamps are warm. */
  #litSince: number | undefined = Number.NEGATIVE_INFINITY;

  constructor(spec: LampBankSpec) {
    this.spec = spec;
  }

  /** Power of all lamps plus the theft, kW. */
  powerKw(now: number, voltageV: number, closed: boolean): number {
    const supplied = closed || this.stuck;
    const burns = supplied && voltageV > 0 && (this.stuck || this.#isNight(now));
    if (!burns) this.#litSince = undefined;
    else this.#litSince ??= now;
    return (burns ? this.#lampsKw(now, voltageV) : 0) + (supplied ? this.theftKw : 0);
  }

  #lampsKw(now: number, voltageV: number): number {
    const { count, watts, kind } = this.spec;
    const { ballast, voltageExponent } = lampNature(kind);
    const warm = kind === 'led' ? 1 : Math.min(1, (now - this.#litSince!) / RUN_UP_MS);
    const part = kind === 'led' ? 1 : COLD_PART + (1 - COLD_PART) * warm;
    const burning = Math.max(0, count - this.failed);
    const oneKw = (watts / 1000) * (1 + ballast) * (voltageV / NOMINAL_V) ** voltageExponent;
    return burning * oneKw * part;
  }

  #isNight(now: number): boolean {
    const { from, to, zone } = this.spec;
    const hour = localHour(now, zone);
    if (from === to) return true;
    return from < to ? hour >= from && hour < to : hour >= from || hour < to;
  }
}
