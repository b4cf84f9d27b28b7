/** Contents of `command.args` for a command about a protection parameter set. */
import type { ProtectionName } from '@busbar/domain/protection/definition';
import type { ParameterSet } from '@busbar/domain/protection/parameter-set';
import { isProtectionName } from '@busbar/domain/protection/protections/protections';
import type { TextRecord } from '@busbar/domain/protection/values';
import type { CommandRow } from './command-queries.ts';

export interface ParameterArgs {
  readonly what: ProtectionName;
  /** For a write: the written record. */
  readonly data?: TextRecord;
  /** For a read: the id of the write whose outcome it determines. */
  readonly of?: string;
}

/** Returns undefined for a command that is neither a read nor a write of parameters. */
export function parameterArgs({ kind, args }: CommandRow): ParameterArgs | undefined {
  if (kind !== 'read' && kind !== 'write') return undefined;
  const { what } = args as { what?: unknown };
  return isProtectionName(what) ? (args as ParameterArgs) : undefined;
}

/** Returns the parameter set of a write; for a write of a gateway's slots too. */
export function writtenSet(command: CommandRow): ParameterSet | undefined {
  if (command.kind !== 'write') return undefined;
  const { what } = command.args as { what?: unknown };
  return what === 'slaveControl' ? what : parameterArgs(command)?.what;
}
