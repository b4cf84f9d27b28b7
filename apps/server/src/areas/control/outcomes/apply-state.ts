/** A report of where a switch stands, applied inside the transaction of the ingest that stores it. */
import { confirms } from '@busbar/domain/switch/command-state';
import type { SwitchAction } from '@busbar/domain/switch/switch-action';
import type { BusMessage, DeviceRef } from '../../../bus.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { isCommandId } from '../../shared/uuid-text.ts';
import { commandChanged } from '../commands/command-events.ts';
import { type CommandRow, commandsOfMessage } from '../commands/command-repository.ts';
import { type Move, moveCommand } from '../commands/move-command.ts';
import { readBack } from './read-back.ts';
import {
  recordSwitchEvent,
  recordSwitchState,
  settleSwitchSince,
  unknownCommandsOf,
} from './switch-repository.ts';

export interface SwitchReport {
  /** Whose switch it is: the device itself, or the slave the gateway speaks for. */
  readonly device: DeviceRef;
  readonly action: SwitchAction;
  /** Effective time of the report (domain `reading-time`), in ms. */
  readonly at: number;
  /** What the device's own clock said, unjudged; absent when it sent no time. */
  readonly deviceTime?: number | undefined;
  readonly receivedAt: number;
  /** The command the device says it carried out; absent: its own doing (hand, fault, timer). */
  readonly commandId?: string | undefined;
}

/**
 * Stores the report, confirms the command it names when the state is what was ordered, and settles
 * an unknown one it proves something about. Answers what to publish after the commit. A repeat is
 * harmless; a report older than the latest does not turn the latest back, but may tell since when
 * the device has stood as it does.
 */
export async function applyState(
  ctx: Context,
  trx: Executor,
  report: SwitchReport,
): Promise<BusMessage[]> {
  const named = await commandNamed(trx, report);
  const stored = { ...report, commandId: named?.command_id ?? null };
  const isNew = await recordSwitchEvent(trx, stored);
  const since = await recordSwitchState(trx, stored);
  const isLatest = since !== undefined;
  if (isNew && !isLatest) await settleSwitchSince(trx, report.device);
  const messages: BusMessage[] = [];
  if (isNew && isLatest) {
    messages.push({
      name: 'switch.reported',
      event: {
        ...report.device,
        action: report.action,
        at: since,
        commandId: stored.commandId,
      },
    });
  }
  if (named !== undefined) messages.push(...(await confirm(ctx, trx, report, named)));
  if (isLatest) messages.push(...(await settleUnknown(ctx, trx, report, named)));
  return messages;
}

/** The command the report names, when it is one of this very device. */
async function commandNamed(trx: Executor, report: SwitchReport): Promise<CommandRow | undefined> {
  const { commandId, device } = report;
  if (commandId === undefined || !isCommandId(commandId)) return undefined;
  const commands = await commandsOfMessage(trx, device.customerId, commandId);
  return commands.find((command) => command.device_id === device.deviceId);
}

async function confirm(
  ctx: Context,
  trx: Executor,
  report: SwitchReport,
  command: CommandRow,
): Promise<BusMessage[]> {
  if (command.switch_order === null || !confirms(command.switch_order, report.action)) return [];
  return move(ctx, trx, report, command, {
    from: ['sent', 'acknowledged', 'unknown'],
    to: 'confirmed',
    ...(command.state === 'unknown' ? { reason: 'confirmed-late' } : {}),
    afterAction: report.action,
  });
}

async function settleUnknown(
  ctx: Context,
  trx: Executor,
  report: SwitchReport,
  named: CommandRow | undefined,
): Promise<BusMessage[]> {
  const messages: BusMessage[] = [];
  for (const command of await unknownCommandsOf(trx, report.device)) {
    if (command.switch_order === null) continue;
    const verdict = readBack({
      order: command.switch_order,
      expiresAt: command.expires_at,
      beforeAction: command.before_action,
      reported: report.action,
      reportedAt: report.deviceTime ?? report.at,
      ofOtherCommand: named !== undefined && named.command_id !== command.command_id,
    });
    if (verdict === undefined) continue;
    messages.push(
      ...(await move(ctx, trx, report, command, {
        from: ['unknown'],
        to: verdict.state,
        reason: verdict.reason,
        afterAction: report.action,
      })),
    );
  }
  return messages;
}

async function move(
  ctx: Context,
  trx: Executor,
  report: SwitchReport,
  command: CommandRow,
  change: Pick<Move, 'from' | 'to' | 'reason' | 'afterAction'>,
): Promise<BusMessage[]> {
  const { customerId } = report.device;
  const moved = await moveCommand(ctx, trx, {
    customerId,
    commandId: command.command_id,
    ...change,
  });
  return moved === undefined ? [] : [commandChanged(moved, report.receivedAt)];
}
