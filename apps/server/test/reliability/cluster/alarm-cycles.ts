/** A device that keeps sending alarms and positions, without waiting for acknowledgements. */
import type { MqttClient } from 'mqtt';
import { publishUp } from '../../support/start-gateway.ts';

const CYCLE_MS = 100;
/** Time between two messages of a cycle, by the device's clock. */
const STEP_MS = 10;

/** What the platform stores of the messages, times in epoch ms. */
export interface SentCycles {
  readonly alarms: readonly {
    readonly opened_at: number;
    readonly ended_at: number;
    readonly first_value: number;
  }[];
  readonly positions: readonly { readonly occurred_at: number; readonly switch_action: string }[];
}

/**
 * In each cycle an alarm trips the breaker, the alarm ends, and the breaker recloses. `stop`
 * resolves with everything that was sent, when the broker has acknowledged it.
 */
export function sendAlarms(
  client: MqttClient,
  deviceCode: string,
): { readonly stop: () => Promise<SentCycles> } {
  const alarms: SentCycles['alarms'][number][] = [];
  const positions: SentCycles['positions'][number][] = [];
  const publishing: Promise<void>[] = [];
  const send = (kind: string, payload: object) =>
    void publishing.push(publishUp(client, deviceCode, kind, payload));
  const timer = setInterval(() => {
    const began = Date.now() - 4 * STEP_MS;
    const cycle = alarms.length;
    const first = 281 + (cycle % 10);
    const alarm = { type: 'overVoltage', kind: 'alarm', limit: 275, phase: 'A' };
    const at = (step: number) => began + step * STEP_MS;
    send('alarm', { ...alarm, ts: at(0), value: first, active: true });
    send('state', { ts: at(1), action: 'openByFault' });
    send('alarm', { ...alarm, ts: at(2), value: 270, active: false });
    send('state', { ts: at(3), action: 'closeAutomatic' });
    alarms.push({ opened_at: at(0), ended_at: at(2), first_value: first });
    positions.push(
      { occurred_at: at(1), switch_action: 'openByFault' },
      { occurred_at: at(3), switch_action: 'closeAutomatic' },
    );
  }, CYCLE_MS);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(publishing);
      return { alarms, positions };
    },
  };
}
