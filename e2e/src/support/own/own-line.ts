/** The MQTT connection of one device with a given secret, to test whether the server accepts it. */
import { Connection } from '@busbar/simulator/connection/connection';
import { dataMessages } from '@busbar/simulator/device/outgoing';
import type { Program } from '../demo/program.ts';

const DRAIN_MS = 5_000;

export interface OwnLine {
  isConnected(): boolean;
  /** Errors of refused connections. */
  readonly troubles: readonly string[];
  /** Reports the current registers, kWh, whether or not the server acknowledges them. */
  report(kwh: number): void;
  isAcknowledged(): boolean;
  stop(): Promise<void>;
}

/** Starts a connection that reconnects like a device until it is stopped. */
export function startOwnLine(
  program: Program,
  { code, secret }: { readonly code: string; readonly secret: string },
): OwnLine {
  const troubles: string[] = [];
  let acknowledged = 0;
  const line = new Connection({
    url: `mqtt://127.0.0.1:${program.mqttPort}`,
    code,
    secret,
    random: () => 0,
    greeting: () => [],
    onCommand: () => [],
    onTrouble: (text) => troubles.push(text),
    onAcknowledged: ({ readings }) => {
      acknowledged += readings.length;
    },
  });
  line.start();
  return {
    isConnected: () => line.connected,
    troubles,
    report(kwh) {
      const reading = {
        address: undefined,
        deviceTime: Date.now(),
        measurement: undefined,
        registers: { activeTotal: kwh },
      };
      line.say(dataMessages(code, [reading], 1));
    },
    isAcknowledged: () => acknowledged > 0,
    stop: () => line.stop(DRAIN_MS),
  };
}
