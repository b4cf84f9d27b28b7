/** Command-line arguments that make the simulator act as the demo fleet. */
import type { DemoCustomer } from './demo-customer.ts';

/** Frequent enough for a live screen, while a year of data fits on a laptop's disk. */
const REPORT_INTERVAL_S = 30;

export function fleetArguments(customer: DemoCustomer, mqttPort: number): string[] {
  const options = {
    credentials: customer.credentialsFile,
    state: customer.stateFile,
    zone: customer.fleet.zone,
    'counts-from': new Date(customer.fleet.countsFrom).toISOString().slice(0, 10),
    url: `mqtt://127.0.0.1:${mqttPort}`,
    interval: String(REPORT_INTERVAL_S),
  };
  const given = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  return [...given, '--end-with-parent'];
}
