/**
 * Writes one set of parameters. Values out of range are refused per field before anything is sent;
 * a separate command then reads back the values in the device (`read-back.ts`), and only that
 * confirms the write. One write at a time per device.
 */
import type { ProtectionDefinition } from '@busbar/domain/protection/definition';
import { type Rating, USUAL_RATING } from '@busbar/domain/protection/rating';
import { checkRecord, writeRecord } from '@busbar/domain/protection/values';
import { type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { ratedValues } from '../../fleet/devices/device-queries.ts';
import type { ControlTarget } from '../commands/control-target-queries.ts';
import { earlierAnswer, requestHash } from '../commands/idempotency.ts';
import { isOpenCommandConflict } from '../commands/open-command-conflict.ts';
import { isWriting } from './parameter-command-queries.ts';
import { passGate, type RequestDecision, type WorkOfRequest } from './parameter-gate.ts';
import { refusalOfProblems } from './refusal-of-problems.ts';

export interface WriteRequest extends WorkOfRequest {
  readonly device: string | number;
  /** Definition of the fields to write; a subset of a parameter set has its own definition. */
  readonly definition: ProtectionDefinition;
  /** Values as received, not validated. */
  readonly data: unknown;
  readonly source: string;
  readonly idempotencyKey: string | undefined;
  readonly password?: string | undefined;
}

export async function writeParameters(
  ctx: Context,
  caller: Caller,
  request: WriteRequest,
): Promise<Outcome<{ readonly commandId: string }>> {
  const { definition, data, device, source, idempotencyKey, password, endsAt, attach } = request;
  try {
    return await passGate(ctx, caller, {
      device,
      source,
      idempotencyKey,
      password,
      kind: 'write',
      set: definition.name,
      detail: { data },
      endsAt,
      attach,
      validate: (trx, target) => validate(trx, caller, request, target),
    });
  } catch (error) {
    if (isOpenCommandConflict(error)) return refused('control-busy');
    throw error;
  }
}

async function validate(
  trx: Executor,
  caller: Caller,
  { definition, data, idempotencyKey }: WriteRequest,
  target: ControlTarget,
): Promise<RequestDecision> {
  const hash = requestHash(target.deviceId, {
    command: `write ${definition.name} ${JSON.stringify(data)}`,
  });
  const earlier = await earlierAnswer(trx, caller, idempotencyKey, hash, target.readAt);
  if (earlier !== undefined) {
    return earlier.ok
      ? { kind: 'same', commandId: earlier.value.commandId }
      : { kind: 'refused', refused: earlier };
  }
  const checked = checkRecord(definition, data, await ratingOf(trx, target));
  if (!checked.ok) return { kind: 'refused', refused: refusalOfProblems(checked.problems) };
  const record = writeRecord(definition, checked.values);
  if (Object.keys(record).length === 0) {
    return { kind: 'refused', refused: refused('parameters-empty', 'data') };
  }
  if (await isWriting(trx, target)) return { kind: 'refused', refused: refused('control-busy') };
  return { kind: 'new', args: { what: definition.name, data: record }, requestHash: hash };
}

async function ratingOf(trx: Executor, target: ControlTarget): Promise<Rating> {
  const { voltageV, currentA } = await ratedValues(trx, target);
  return {
    voltageV: voltageV ?? USUAL_RATING.voltageV,
    currentA: currentA ?? USUAL_RATING.currentA,
  };
}
