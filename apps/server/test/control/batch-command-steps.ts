/** Helpers for batch commands: start, progress, and their execution second by second. */
import { hash } from '@node-rs/argon2';
import {
  type BatchCommandRequest,
  findBatchCommand,
  startBatchCommand,
} from '../../src/areas/control/batch/batch-command-service.ts';
import { runBatchCommands } from '../../src/areas/control/batch/run-batch-commands.ts';
import type { ControlFixture, TestDevice } from './control-fixture.ts';

export const PASSWORD = 'right Password 1';

/** `world` is called at each step, so that a test can continue in another control world. */
export function batchCommandSteps(world: () => ControlFixture) {
  const db = () => world().ctx.database.db;
  const addDevices = (count: number, options: Parameters<ControlFixture['addDevice']>[0] = {}) =>
    Promise.all(Array.from({ length: count }, () => world().addDevice(options)));
  const start = (
    devices: readonly { readonly deviceCode: string }[],
    command: BatchCommandRequest['command'],
    more: Partial<BatchCommandRequest> = {},
  ) =>
    startBatchCommand(world().ctx, world().caller, {
      devices: devices.map(({ deviceCode }) => deviceCode),
      command,
      source: 'test',
      ...more,
    });
  async function started(...args: Parameters<typeof start>): Promise<string> {
    const outcome = await start(...args);
    if (!outcome.ok) throw new Error(outcome.refusal);
    return outcome.value.batchCommandId;
  }
  async function progress(id: string) {
    const outcome = await findBatchCommand(world().ctx, world().caller, id);
    if (!outcome.ok) throw new Error(outcome.refusal);
    return outcome.value;
  }
  const statesOf = async (id: string) => (await progress(id)).devices.map(({ state }) => state);
  const commandsOf = (devices: readonly TestDevice[]) =>
    db()
      .selectFrom('command')
      .selectAll()
      .where('customer_id', '=', world().tenant.customerId)
      .where('source', 'like', 'v2.device.control.batch%')
      .where(
        'device_id',
        'in',
        devices.map(({ deviceId }) => deviceId),
      )
      .orderBy('created_at')
      .execute();
  const setPassword = async () =>
    db()
      .updateTable('user_account')
      .set({ password_hash: await hash(PASSWORD, { memoryCost: 1024, timeCost: 1 }) })
      .where('user_id', '=', world().caller.userId)
      .execute();
  /** Advances the clock by a second after each run, in which the devices report. */
  async function run(seconds: number, look = () => runBatchCommands(world().ctx)) {
    for (let second = 0; second < seconds; second++) {
      await look();
      world().clock.advance(1_000);
    }
  }
  const hear = () =>
    db()
      .updateTable('device_state')
      .set({ heard_at: new Date(world().clock.now()) })
      .where('customer_id', '=', world().tenant.customerId)
      .execute();

  return { addDevices, start, started, progress, statesOf, commandsOf, setPassword, run, hear };
}
