/** A command of each kind, for tests of the link to devices. */
import type { DeviceCommand } from '../../src/areas/control/commands/device-command.ts';
import type { CommandKind } from '../../src/storage/schema/schema.ts';

const ARGS: { readonly [K in CommandKind]: object } = {
  switch: { to: 'open' },
  slaves: { slots: [{ address: 1, order: 'open' }] },
  summon: { dataType: 'variable' },
  read: { what: 'overVoltage' },
  write: { what: 'overVoltage', data: { ov: '275.0' } },
  timers: { timers: [{ id: 7, days: 127, at: '18:30', to: 'open' }] },
  // Reads one register of the meter with the address 1.
  frame: { hex: '010312340001c0bc' },
};

export const COMMAND_KINDS = Object.keys(ARGS) as readonly CommandKind[];

/** `address` is that of a commanded slave. */
export function sampleArgs(kind: CommandKind, address = 1): object {
  return kind === 'slaves' ? { slots: [{ address, order: 'open' }] } : ARGS[kind];
}

export function sampleCommand(
  id = 'c-1',
  kind: CommandKind = 'switch',
  address?: number,
): DeviceCommand {
  return {
    ...sampleArgs(kind, address),
    op: kind,
    id,
    expiresAt: Date.now() + 60_000,
  } as DeviceCommand;
}
