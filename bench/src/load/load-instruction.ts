/** Instructions to the load generator and its reports: one JSON object per line. */
export interface LoadDevice {
  readonly code: string;
  readonly secret: string;
}

export type LoadInstruction =
  | {
      readonly do: 'connect';
      readonly port: number;
      readonly devices: readonly LoadDevice[];
      /** Readings have the current time; otherwise they start two days ago, a millisecond apart. */
      readonly isLive?: boolean;
      /**
       * Live readings with duplicates, late readings and equal timestamps; if absent, all readings
       * are new and in order.
       */
      readonly profile?: 'L1';
      /** Seconds for which the voltage is alternately beyond every limit and within the limits. */
      readonly flapS?: number;
    }
  /** Sends at full speed, with `window` unacknowledged messages of each device. */
  | {
      readonly do: 'saturate';
      readonly window: number;
      readonly warmUpMs: number;
      readonly runs: number;
      readonly runMs: number;
    }
  | { readonly do: 'pace'; readonly perSecond: number; readonly runMs: number }
  | { readonly do: 'end' };

/** Number of messages sent by an instruction; each is acknowledged, including the duplicates. */
export interface LoadSent {
  /** Each message is counted once, however often it was sent. */
  messages: number;
  repeatedWithDup: number;
  /** Duplicates sent as separate messages. */
  repeatedAsNew: number;
  late: number;
  sameTime: number;
}

export interface LoadReport {
  readonly connected?: number;
  /** Acknowledged messages per second, for each run. */
  readonly runs?: readonly number[];
  /** p50, p99, p99.9 in ms, from writing the message to its acknowledgement. */
  readonly latencies?: readonly number[];
  /** Total number of acknowledged messages since the start. */
  readonly acknowledged?: number;
  /** Only in the report of `pace`. */
  readonly sent?: LoadSent;
}
