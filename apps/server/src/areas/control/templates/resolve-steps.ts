/**
 * Results of template steps. A step is `same` or `different` by the values that were read after it
 * was sent, compared field by field. A device without a reply is reported as not answered, and none
 * of its values is shown as written.
 */
import { protectionOf } from '@busbar/domain/protection/protections/protections';
import { readRecord } from '@busbar/domain/protection/values';
import { differentFields, verifyValues } from '@busbar/domain/protection/verify';
import type { Executor } from '../../../storage/database.ts';
import { type AnsweredStep, answeredSteps, recordResult, type StepResult } from './step-queries.ts';

export async function resolveSteps(trx: Executor, customerId: number): Promise<void> {
  for (const step of await answeredSteps(trx, customerId)) {
    await recordResult(trx, customerId, step, resultOf(step));
  }
}

function resultOf({ set, record, found, commandState }: AnsweredStep): StepResult {
  // `confirmed`: the values were read, or written and read back unchanged. `rejected` with values:
  // the values that were read back differ.
  const hasAnswered = commandState === 'confirmed' || commandState === 'rejected';
  if (!hasAnswered || found === null) {
    return { state: commandState === 'rejected' ? 'refused' : 'not-answered', fields: null };
  }
  const definition = protectionOf(set);
  const fields = verifyValues(
    definition,
    readRecord(definition, record).values,
    readRecord(definition, found).values,
  );
  return { state: differentFields(fields).length === 0 ? 'same' : 'different', fields };
}
