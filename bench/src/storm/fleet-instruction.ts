/** Protocol of the fleet process: one instruction a line, each answered with one report. */
import type { FleetCredentials } from '../../../apps/server/test/support/fleet/fleet-frames.ts';

export type FleetInstruction =
  | {
      readonly do: 'start';
      readonly port: number;
      readonly devices: readonly FleetCredentials[];
      /** Number of addresses that the devices share. */
      readonly sites: number;
      /** Every device whose index is a multiple has a wrong secret. */
      readonly wrongEvery: number;
    }
  /** Times are measured from here on. */
  | { readonly do: 'mark' }
  | { readonly do: 'cut' }
  /** Reports when all devices with right secrets have connected since the mark. */
  | { readonly do: 'await' }
  /** Each right device sends a reading a minute of these hours. */
  | { readonly do: 'backlog'; readonly hours: number; readonly perMessage: number }
  | { readonly do: 'end' };

export interface FleetReport {
  /** Times since the mark until 50, 95 and 100 % had connected, in ms. */
  readonly backMs?: readonly number[];
  /** Number of sign-ins refused since the mark to devices with wrong and with right secrets. */
  readonly refusedWrong?: number;
  readonly refusedRight?: number;
  /** Number of connections of devices with wrong secrets since the start. */
  readonly admittedWrong?: number;
  readonly acknowledged?: number;
  readonly tookMs?: number;
}
