/**
 * Protection parameters (contract `v1/parameter.ts`): two handlers for each set, from the domain's
 * list.
 */
import type { ProtectionDefinition } from '@busbar/domain/protection/definition';
import { DEVICE_ACCOUNTING, ENABLE_SWITCH } from '@busbar/domain/protection/enable-switch';
import { INTERPHASE_IMBALANCE } from '@busbar/domain/protection/protections/interphase-imbalance';
import { LOST_PHASE } from '@busbar/domain/protection/protections/lost-phase';
import { LOW_VOLTAGE } from '@busbar/domain/protection/protections/low-voltage';
import { OVER_CURRENT } from '@busbar/domain/protection/protections/over-current';
import { OVER_LOAD } from '@busbar/domain/protection/protections/over-load';
import { OVER_VOLTAGE } from '@busbar/domain/protection/protections/over-voltage';
import type { PROTECTIONS } from '@busbar/domain/protection/protections/protections';
import { TIMING_CONFIG } from '@busbar/domain/protection/timing-config';
import { readParameters } from '../../areas/control/protection/read-parameters.ts';
import { writeParameters } from '../../areas/control/protection/write-parameters.ts';
import type { Caller } from '../../caller.ts';
import type { Context } from '../../context.ts';
import { foreignClaim, foreignControl } from '../access/claims.ts';
import type { Handlers, RequestFacts } from '../calls/handler.ts';
import { SAID } from '../responses/errors.ts';

type ReadCall = `v1.parameter.${(typeof PROTECTIONS)[number]['readCall']}`;
type SaveCall = `v1.parameter.${(typeof PROTECTIONS)[number]['saveCall']}`;
type ParameterCall = ReadCall | SaveCall | 'v1.estimate.config.addOrUpdate';

/** Fields common to all of these calls; a save also contains the parameters. */
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

export function parameterHandlers(ctx: Context): Pick<Handlers, ParameterCall> {
  const reading = (definition: ProtectionDefinition) => (input: ReadInput) =>
    read(ctx, definition, input);
  const saving = (definition: ProtectionDefinition) => (input: SaveInput) =>
    save(ctx, definition, `v1.parameter.${definition.saveCall}`, input);
  return {
    'v1.parameter.summonOverVoltage': reading(OVER_VOLTAGE),
    'v1.parameter.summonLowVoltage': reading(LOW_VOLTAGE),
    'v1.parameter.summonOverCurrent': reading(OVER_CURRENT),
    'v1.parameter.summonOverLoad': reading(OVER_LOAD),
    'v1.parameter.summonEnableswitch': reading(ENABLE_SWITCH),
    'v1.parameter.summonLostPhase': reading(LOST_PHASE),
    'v1.parameter.summonInterphaseImbalance': reading(INTERPHASE_IMBALANCE),
    'v1.parameter.readTimingConfig': reading(TIMING_CONFIG),
    'v1.parameter.saveOverVoltage': saving(OVER_VOLTAGE),
    'v1.parameter.saveLowVoltage': saving(LOW_VOLTAGE),
    'v1.parameter.saveOverCurrent': saving(OVER_CURRENT),
    'v1.parameter.saveOverLoad': saving(OVER_LOAD),
    'v1.parameter.saveEnableswitch': saving(ENABLE_SWITCH),
    'v1.parameter.saveLostPhase': saving(LOST_PHASE),
    'v1.parameter.saveInterphaseImbalance': saving(INTERPHASE_IMBALANCE),
    'v1.parameter.saveTimingConfig': saving(TIMING_CONFIG),
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
  return asked(await readParameters(ctx, caller, { device: body.devId, set, source }));
}

async function save(
  ctx: Context,
  definition: ProtectionDefinition,
  source: string,
  { body, caller, facts }: SaveInput,
) {
  const foreign = await foreignControl(ctx, caller, source, body);
  if (foreign !== undefined) return foreign;
  return asked(
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

function asked(outcome: Awaited<ReturnType<typeof readParameters>>) {
  if (!outcome.ok) return outcome;
  return { msg: SAID.commandQueued, data: { command_id: outcome.value.commandId } };
}
