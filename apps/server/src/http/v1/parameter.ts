/** Protection parameters (contract `v1/parameter.ts`): two handlers for each set of the domain. */
import type { estimateCalls } from '@busbar/contract/v1/estimate';
import { ofProtections, type parameterCalls } from '@busbar/contract/v1/parameter';
import type { ProtectionDefinition } from '@busbar/domain/protection/definition';
import { DEVICE_ACCOUNTING } from '@busbar/domain/protection/enable-switch';
import { readParameters } from '../../areas/control/protection/read-parameters.ts';
import { writeParameters } from '../../areas/control/protection/write-parameters.ts';
import type { Caller } from '../../caller.ts';
import type { Context } from '../../context.ts';
import { foreignClaim, foreignControl } from '../access/claims.ts';
import type { HandlersOf, RequestFacts } from '../calls/handler.ts';
import { REFUSAL_MESSAGES } from '../responses/errors.ts';

/** Fields common to all parameter calls; a save also contains the parameters. */
interface ReadInput {
  readonly body: {
    readonly devId: string | number;
    readonly groupId?: string | number;
    readonly userId?: string | number;
  };
  readonly caller: Caller;
}

interface SaveInput extends ReadInput {
  readonly body: ReadInput['body'] & { readonly data: unknown; readonly password?: string };
  readonly facts: RequestFacts;
}

export function parameterHandlers(
  ctx: Context,
): HandlersOf<typeof parameterCalls & typeof estimateCalls> {
  return {
    ...ofProtections(
      'readCall',
      (definition) => (input: ReadInput) => read(ctx, definition, input),
    ),
    ...ofProtections(
      'saveCall',
      (definition) => (input: SaveInput) =>
        save(ctx, definition, `v1.parameter.${definition.saveCall}`, input),
    ),
    'v1.estimate.config.addOrUpdate': (input) =>
      save(ctx, DEVICE_ACCOUNTING, 'v1.estimate.config.addOrUpdate', input),
  };
}

async function read(ctx: Context, definition: ProtectionDefinition, input: ReadInput) {
  const { body, caller } = input;
  const foreign = await foreignClaim(ctx, caller, body);
  if (foreign !== undefined) return foreign;
  const { name: set, readCall } = definition;
  const source = `v1.parameter.${readCall}`;
  return queued(await readParameters(ctx, caller, { device: body.devId, set, source }));
}

async function save(
  ctx: Context,
  definition: ProtectionDefinition,
  source: string,
  { body, caller, facts }: SaveInput,
) {
  const foreign = await foreignControl(ctx, caller, source, body);
  if (foreign !== undefined) return foreign;
  return queued(
    await writeParameters(ctx, caller, {
      device: body.devId,
      definition,
      data: body.data,
      source,
      idempotencyKey: facts.idempotencyKey,
      password: body.password,
    }),
  );
}

function queued(outcome: Awaited<ReturnType<typeof readParameters>>) {
  if (!outcome.ok) return outcome;
  return { msg: REFUSAL_MESSAGES.commandQueued, data: { command_id: outcome.value.commandId } };
}
