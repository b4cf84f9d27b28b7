/** Protocol of the process with the DTUs: one instruction a line, each answered with one report. */
export interface DtuCredentials {
  readonly code: string;
  readonly secret: string;
}

export type LineInstruction =
  /** DTUs with simulated meters dial in; reports when all are connected. */
  | {
      readonly do: 'connect';
      readonly port: number;
      readonly dtus: readonly DtuCredentials[];
      readonly meters: number;
      readonly profile: string;
      /** Keeps the time of each command and of each exchange. */
      readonly isTimed: boolean;
    }
  /** DTUs that answer with one fixed frame; reports when the platform has polled each once. */
  | { readonly do: 'idle'; readonly port: number; readonly dtus: readonly DtuCredentials[] }
  | { readonly do: 'counts' }
  /** Reports the times since the last report of them. */
  | { readonly do: 'times' }
  | { readonly do: 'end' };

export interface LineFleetReport {
  /** Number of connections of idle lines that have ended. */
  readonly endings?: number;
  /** Number of answers of meters since the start. */
  readonly answers?: number;
  /** Times at which commands have reached a meter, of the monotonic clock of the machine, in ms. */
  readonly commandsAt?: readonly number[];
  /** Time from each polling request to its complete answer, in ms. */
  readonly exchangesMs?: readonly number[];
}

/** Time of a clock that all processes of the machine share, in ms. */
export const machineMs = (): number => Number(process.hrtime.bigint()) / 1e6;
