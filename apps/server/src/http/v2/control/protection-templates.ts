/** Templates of protection parameters on v2. */

import type { protectionTemplateCalls } from '@busbar/contract/v2/control/protection-templates';
import { snakeCaseKeys } from '@busbar/domain/key-case';
import type { Refusal } from '@busbar/domain/refusal';
import type { StepRow } from '../../../areas/control/templates/run-queries.ts';
import {
  cancelRun,
  findRun,
  type RunProgress,
  startRun,
} from '../../../areas/control/templates/run-service.ts';
import {
  addTemplate,
  changeTemplate,
  deleteTemplate,
} from '../../../areas/control/templates/template-service.ts';
import { listTemplates, type Template } from '../../../areas/fleet/templates/template-queries.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { REFUSAL_ANSWERS, REFUSAL_MESSAGES } from '../../responses/errors.ts';

export function protectionTemplateHandlers(
  ctx: Context,
): HandlersOf<typeof protectionTemplateCalls> {
  return {
    'v2.protection-templates': async ({ caller }) => {
      const templates = await listTemplates(ctx, caller);
      return { data: { list: templates.map(presentTemplate) } };
    },
    'v2.protection-templates.add': async ({ body, caller }) => {
      const outcome = await addTemplate(ctx, caller, body);
      return outcome.ok
        ? { msg: REFUSAL_MESSAGES.saved, data: presentTemplate(outcome.value) }
        : outcome;
    },
    'v2.protection-templates.change': async ({ params, body, caller }) => {
      const outcome = await changeTemplate(ctx, caller, params.id, body);
      return outcome.ok
        ? { msg: REFUSAL_MESSAGES.updated, data: presentTemplate(outcome.value) }
        : outcome;
    },
    'v2.protection-templates.delete': async ({ params, caller }) => {
      const outcome = await deleteTemplate(ctx, caller, params.id);
      return outcome.ok ? { msg: REFUSAL_MESSAGES.deleted } : outcome;
    },
    'v2.protection-templates.compare': async ({ params, body, caller }) => {
      const outcome = await startRun(ctx, caller, 'read', params.id, body.device_codes);
      return outcome.ok ? { data: { run_id: outcome.value.runId } } : outcome;
    },
    'v2.protection-templates.write': async ({ params, body, caller }) => {
      const outcome = await startRun(
        ctx,
        caller,
        'write',
        params.id,
        body.device_codes,
        body.password,
      );
      return outcome.ok ? { data: { run_id: outcome.value.runId } } : outcome;
    },
    'v2.protection-templates.run': async ({ params, caller }) => {
      const outcome = await findRun(ctx, caller, params.id);
      return outcome.ok ? { data: presentRun(outcome.value) } : outcome;
    },
    'v2.protection-templates.run.cancel': async ({ params, caller }) => {
      const outcome = await cancelRun(ctx, caller, params.id);
      return outcome.ok
        ? { msg: REFUSAL_MESSAGES.updated, data: presentRun(outcome.value) }
        : outcome;
    },
  };
}

function presentTemplate({ templateId, ...template }: Template) {
  return { id: templateId, ...snakeCaseKeys(template) };
}

function presentRun({ run, steps }: RunProgress) {
  return {
    ...snakeCaseKeys(run),
    kind: run.kind === 'read' ? 'compare' : 'write',
    steps: steps.map(presentStep),
  };
}

function presentStep({ detail, ...step }: StepRow) {
  const sentence = REFUSAL_ANSWERS[step.reason as Refusal]?.text;
  const parts = [sentence, detail].filter((part) => part != null);
  return { ...snakeCaseKeys(step), msg: parts.length === 0 ? null : parts.join(': ') };
}
