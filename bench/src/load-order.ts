/** What the load generator is told, and what it answers: one JSON a line. */
export interface LoadDevice {
  readonly code: string;
  readonly secret: string;
}

export type LoadOrder =
  | {
      readonly do: 'connect';
      readonly port: number;
      readonly devices: readonly LoadDevice[];
      /** Readings are of the present moment, not of two days ago and a millisecond apart. */
      readonly isLive?: boolean;
      /** `isLive`, and some twice, late, or with the time of another; absent: all new and in order. */
      readonly profile?: 'L1';
      /** The voltage is beyond every limit for so long and back for so long, s. */
      readonly flapS?: number;
    }
  /** As fast as it is acknowledged, `window` messages of each device under way. */
  | {
      readonly do: 'saturate';
      readonly window: number;
      readonly warmUpMs: number;
      readonly runs: number;
      readonly runMs: number;
    }
  | { readonly do: 'pace'; readonly perSecond: number; readonly runMs: number }
  | { readonly do: 'end' };

/** Of an order; each is acknowledged, repeats too. */
export interface LoadSent {
  /** Each once, however often it was sent. */
  messages: number;
  repeatedWithDup: number;
  /** As messages of their own. */
  repeatedAsNew: number;
  late: number;
  sameTime: number;
}

export interface LoadReport {
  readonly connected?: number;
  /** Acknowledged a second, of each run. */
  readonly runs?: readonly number[];
  /** p50, p99, p99.9 in ms, from the write to the acknowledgement. */
  readonly latencies?: readonly number[];
  /** Since the start. */
  readonly acknowledged?: number;
  /** Of a `pace`. */
  readonly sent?: LoadSent;
}
