/** The steps of a command in the tests of its life cycle: accepted, sent, answered, reported. */
import type { CommandState } from '@busbar/domain/switch/command-state';
import type { SwitchCommand } from '@busbar/domain/switch/interlock';
import type { SwitchAction } from '@busbar/domain/switch/switch-action';
import { beforeEach } from 'vitest';
import { expireCommands } from '../../src/areas/control/commands/command-expiry.ts';
import { createCommandSender } from '../../src/areas/control/commands/command-sender.ts';
import { cancelCommand } from '../../src/areas/control/commands/command-service.ts';
import { applyReply } from '../../src/areas/control/outcomes/apply-reply.ts';
import { applyState } from '../../src/areas/control/outcomes/apply-state.ts';
import { publishAll } from '../../src/bus.ts';
import type { Database } from '../../src/storage/database.ts';
import { fixture } from '../support/fixture.ts';
import {
  commandRow,
  controlFixture,
  recordingLink,
  replyOf,
  type TestDevice,
} from './control-fixture.ts';

export const OPEN_LIFE_MS = 120_000;

/** Registers the hooks that create a customer and a device before each test. */
export function commandFixture(database: Database) {
  const { world, ctx } = controlFixture(database);
  const device = fixture(() => world.addDevice(), beforeEach);

  async function accepted(
    command: SwitchCommand = 'open',
    of: TestDevice = device,
  ): Promise<string> {
    const outcome = await world.submit(of, command);
    if (!outcome.ok) throw new Error(outcome.refusal);
    return outcome.value.commandId;
  }

  async function sent(command: SwitchCommand = 'open'): Promise<string> {
    const commandId = await accepted(command);
    await send(commandId);
    return commandId;
  }

  function send(commandId: string, link = recordingLink()) {
    return createCommandSender(ctx, link).send(device.customerId, commandId, device.deviceCode);
  }

  async function reply(commandId: string, code: number, from = device.deviceCode) {
    const messages = await ctx.database.transaction((trx) =>
      applyReply(ctx, trx, {
        ...replyOf(commandId, code, { message: code === 0 ? undefined : `code ${code}` }),
        customerId: device.customerId,
        linkDeviceCode: from,
        receivedAt: world.clock.now(),
      }),
    );
    publishAll(ctx.bus, messages);
    return messages;
  }

  async function report(
    action: SwitchAction,
    more: { cmd?: string; at?: number; of?: TestDevice } = {},
  ) {
    const at = more.at ?? world.clock.now();
    const messages = await ctx.database.transaction((trx) =>
      applyState(ctx, trx, {
        device: more.of ?? device,
        action,
        at,
        deviceTime: at,
        receivedAt: world.clock.now(),
        commandId: more.cmd,
      }),
    );
    publishAll(ctx.bus, messages);
    return messages;
  }

  const stateOf = async (commandId: string) => (await commandRow(ctx, commandId)).state;

  /** Creates a command and brings it into the given state. */
  async function inState(state: CommandState): Promise<string> {
    const { caller, clock } = world;
    const commandId = await accepted();
    if (state === 'queued') return commandId;
    if (state === 'cancelled') {
      await cancelCommand(ctx, caller, commandId);
      return commandId;
    }
    if (state === 'expired') {
      clock.advance(OPEN_LIFE_MS + 10);
      await expireCommands(ctx);
      return commandId;
    }
    await send(commandId);
    if (state === 'acknowledged') await reply(commandId, 0);
    if (state === 'rejected') await reply(commandId, 409);
    if (state === 'confirmed') await report('openByCommand', { cmd: commandId });
    if (state === 'unknown') {
      clock.advance(OPEN_LIFE_MS + 5_010);
      await expireCommands(ctx);
    }
    return commandId;
  }

  return { world, ctx, device, accepted, inState, reply, report, send, sent, stateOf };
}
