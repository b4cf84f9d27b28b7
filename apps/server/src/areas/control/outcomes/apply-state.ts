/** Applies a report of a switch position, inside the transaction of the ingest that stores it. */
import { confirms } from '@busbar/domain/switch/command-state';
import type { SwitchAction } from '@busbar/domain/switch/switch-action';
import type { BusMessage, DeviceRef } from '../../../bus.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { findLock } from '../../fleet/devices/lock-queries.ts';
import { isCommandId } from '../../shared/uuid-text.ts';
import { commandChanged } from '../commands/command-events.ts';
import { type CommandRow, commandsOfMessage } from '../commands/command-queries.ts';
import type { Move } from '../commands/command-transition-queries.ts';
import { moveCommand } from '../commands/move-command.ts';
import { unknownSwitchings } from '../commands/unknown-command-queries.ts';
import { readBack } from './read-back.ts';
import { recordSwitchEvent, recordSwitchState, resolveSwitchSince } from './switch-queries.ts';

export interface SwitchReport {
  /** Owner of the switch: the device itself, or the slave that the gateway reports for. */
  readonly device: DeviceRef;
  readonly action: SwitchAction;
  /** Effective time of the report (domain `reading-time`), ms. */
  readonly at: number;
  /** Time by the device's own clock, not validated; undefined if the device sent no time. */
  readonly deviceTime?: number | undefined;
  readonly receivedAt: number;
  /**
   * Command that the device reports as executed; undefined if the switch changed for another cause
   * (manual, fault, timer).
   */
  readonly commandId?: string | undefined;
}

/**
 * Stores the report, confirms the command it names if the switch is in the commanded state, and
 * resolves an unknown command if the report proves its outcome. Returns the events to publish after
 * the commit. A repeated report is harmless. A report older than the latest does not replace it,
 * but may correct the time since which the switch has been in its current position.
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
  const { device, action } = report;
  const reported = isLatest
    ? { action, at: since, commandId: stored.commandId }
    : isNew
      ? await resolveSwitchSince(trx, device)
      : undefined;
  const ended = [
    ...(named === undefined ? [] : await confirm(ctx, trx, report, named)),
    ...(isLatest ? await resolveUnknown(ctx, trx, report, named) : []),
  ];
  if (!isNew || reported === undefined) return ended;
  // The owner of a lock is known only once its command is confirmed.
  const lock = await findLock(trx, device.customerId, device.deviceId, reported.action);
  return [{ name: 'switch.reported', event: { ...device, ...reported, lock } }, ...ended];
}

/** Finds the command that the report names, if it belongs to this device. */
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

async function resolveUnknown(
  ctx: Context,
  trx: Executor,
  report: SwitchReport,
  named: CommandRow | undefined,
): Promise<BusMessage[]> {
  const messages: BusMessage[] = [];
  for (const command of await unknownSwitchings(trx, report.device)) {
    if (command.switch_order === null) continue;
    const result = readBack({
      command: command.switch_order,
      expiresAt: command.expires_at,
      beforeAction: command.before_action,
      reported: report.action,
      reportedAt: report.deviceTime ?? report.at,
      ofOtherCommand: named !== undefined && named.command_id !== command.command_id,
    });
    if (result === undefined) continue;
    messages.push(
      ...(await move(ctx, trx, report, command, {
        from: ['unknown'],
        to: result.state,
        reason: result.reason,
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
  command: Pick<CommandRow, 'command_id'>,
  change: Pick<Move, 'from' | 'to' | 'reason' | 'afterAction'>,
): Promise<BusMessage[]> {
  const { customerId } = report.device;
  const moved = await moveCommand(ctx, trx, {
    customerId,
    commandId: command.command_id,
    ...change,
  });
  return moved === undefined ? [] : [commandChanged(moved)];
}
