/** Copying what is set at one breaker, or what a template says, to another: looked at first. */
import { DEPLOY_PARTS, type DeployPart } from '@busbar/domain/deploy/deploy-part';
import { Type } from 'typebox';
import { defineCall } from '../call.ts';
import { Id, Nullable, Text } from '../shapes.ts';

const PATH = '/api/v2/device-deploy';

const Part = Type.Unsafe<DeployPart>(Type.Union(DEPLOY_PARTS.map((part) => Type.Literal(part))));

const PATTERN = {
  device_code: Id,
  /** One or both: with a template the protections are the template's, all else the device's. */
  from_device: Type.Optional(Id),
  from_template: Type.Optional(Id),
};

const TENANT_IDS = [
  { at: 'body.device_code', of: 'device', miss: 'not-found' },
  { at: 'body.from_device', of: 'device', miss: 'not-found' },
  { at: 'body.from_template', of: 'protection-template', miss: 'not-found' },
] as const;

const EXAMPLE = {
  device_code: '{device}',
  from_device: '{device}',
  from_template: '{protection-template}',
};

export const previewDeploy = defineCall({
  name: 'v2.device-deploy.preview',
  version: 'v2',
  method: 'POST',
  path: `${PATH}/preview`,
  summary: 'What copying another device or a template to a breaker would change; changes nothing',
  who: 'protection.write',
  scope: 'own',
  effect: 'read',
  body: Type.Object(PATTERN),
  answer: {
    data: Type.Object({
      /** Names this very preview; with it the copy is asked for. */
      token: Type.String(),
      parts: Type.Array(
        Type.Object({
          part: Type.String(),
          /** changes, same, untold (the pattern has none of it) or unfit (the device cannot take it). */
          state: Type.String(),
          changes: Type.Array(
            Type.Object({
              /** Of protections `<set>.<wire name>`, of timers its number in the list. */
              what: Type.String(),
              before: Nullable(Type.String()),
              after: Nullable(Type.String()),
            }),
          ),
        }),
      ),
    }),
  },
  tenantIds: TENANT_IDS,
  example: { body: EXAMPLE },
});

export const applyDeploy = defineCall({
  name: 'v2.device-deploy',
  version: 'v2',
  method: 'POST',
  path: PATH,
  summary: 'Copy parts of another device or a template to a breaker; a result for each part',
  who: 'protection.write',
  scope: 'own',
  effect: 'control',
  body: Type.Object({
    ...PATTERN,
    parts: Type.Array(Part, {
      minItems: 1,
      maxItems: DEPLOY_PARTS.length,
    }),
    /** Of the preview that was looked at: refused when it would say something else by now. */
    token: Text(64),
  }),
  answer: {
    data: Type.Object({
      parts: Type.Array(
        Type.Object({
          part: Type.String(),
          /** done, same, started (follow `run_id`) or refused. */
          result: Type.String(),
          reason: Nullable(Type.String()),
          msg: Nullable(Type.String()),
          /** Of protections: v2.protection-templates.run tells each set as it is read back. */
          run_id: Nullable(Type.String()),
        }),
      ),
    }),
  },
  tenantIds: TENANT_IDS,
  example: {
    body: { ...EXAMPLE, parts: ['rate'], token: 'none' },
  },
});
