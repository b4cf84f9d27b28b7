/**
 * Starts the demo: its customer, the last week of history, the fleet, and the remaining history in
 * the background.
 */
import { setFlagsFromString } from 'node:v8';
import { DEMO_ACCOUNT, prepareDemoCustomer } from './areas/platform/demo/demo-customer.ts';
import { demoHistory } from './areas/platform/demo/demo-history.ts';
import { fleetArguments } from './areas/platform/demo/fleet-arguments.ts';
import { startFleetProcess } from './areas/platform/demo/fleet-process.ts';
import type { Context } from './context.ts';

const REPORT_STEP = 0.1;

/**
 * Growth of the heap above the memory in use, in percent, before garbage is collected. On a large
 * machine the heap would otherwise reach four times that while the history is filled, and the demo
 * is used while other programs are running. A version of Node that does not know the flag prints a
 * message and continues.
 */
const HEAP_GROWTH_PERCENT = 40;

export interface Demo {
  readonly account: string;
  readonly password: string;
  /** Fills the months before the last week, in the background. */
  fillRest(): void;
  stop(): Promise<void>;
}

export async function startDemo(
  ctx: Context,
  mqttPort: number,
  print: (line: string) => void,
  signal: AbortSignal,
): Promise<Demo> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
  print('Preparing the demo: fleet and the last 7 days …');
  const customer = await prepareDemoCustomer(ctx);
  const history = await demoHistory(ctx, customer);
  await history.fillRecent(signal);
  // An operator who deleted the whole fleet does not want it back.
  const fleet =
    customer.simulatedDevices === 0
      ? undefined
      : startFleetProcess(ctx, fleetArguments(customer, mqttPort), { part: 'demo-fleet' });
  const ended = new AbortController();
  let filling: Promise<void> = Promise.resolve();
  return {
    account: DEMO_ACCOUNT,
    password: customer.password,
    fillRest() {
      let reported = 0;
      filling = history
        .fillRest(ended.signal, (done) => {
          if (done < 1 && done - reported < REPORT_STEP) return;
          reported = done;
          print(`Demo history: ${Math.round(done * 100)} % of ${ctx.config.demoHistoryDays} days`);
        })
        .catch((error: unknown) => {
          if (!ended.signal.aborted) ctx.log.error({ err: error }, 'demo history stopped');
        });
    },
    async stop() {
      ended.abort();
      await fleet?.stop();
      await filling;
    },
  };
}
