/** Orders to the load generator and its reports: one JSON object per line. */
export interface LoadDevice {
  readonly code: string;
  readonly secret: string;
}

export type LoadOrder =
  | {
      readonly do: 'connect';
      readonly port: number;
      readonly devices: readonly LoadDevice[];
      /**
       * Readings have the current time, instead of starting two days ago and a millisecond apart.
       */
      readonly isLive?: boolean;
      /**
       * `isLive`, with duplicates, late readings and equal timestamps; absent: all new and in
       * order.
       */
      readonly profile?: 'L1';
      /** The voltage is beyond every limit for this time and back for this time, s. */
      readonly flapS?: number;
    }
  /** At full speed, with `window` unacknowledged messages of each device. */
  | {
      readonly do: 'saturate';
      readonly window: number;
      readonly warmUpMs: number;
      readonly runs: number;
      readonly runMs: number;
    }
  | { readonly do: 'pace'; readonly perSecond: number; readonly runMs: number }
  | { readonly do: 'end' };

/** Messages of an order; each is acknowledged, including the duplicates. */
export interface LoadSent {
  /** Counted once, however often they were sent. */
  messages: number;
  repeatedWithDup: number;
  /** Sent as separate messages. */
  repeatedAsNew: number;
  late: number;
  sameTime: number;
}

export interface LoadReport {
  readonly connected?: number;
  /** Acknowledged per second, for each run. */
  readonly runs?: readonly number[];
  /** p50, p99, p99.9 in ms, from the write to the acknowledgement. */
  readonly latencies?: readonly number[];
  /** Total since the start. */
  readonly acknowledged?: number;
  /** Only of a `pace`. */
  readonly sent?: LoadSent;
}
