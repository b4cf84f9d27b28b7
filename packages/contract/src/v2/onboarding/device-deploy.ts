/** Copies the settings of one breaker, or of a template, to another, with a preview first. */
import { DEPLOY_PARTS, type DeployPart } from '@busbar/domain/deploy/deploy-part';
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { Id, Nullable, Text } from '../../shapes.ts';

const PATH = '/api/v2/device-deploy';

const Part = Type.Unsafe<DeployPart>(Type.Union(DEPLOY_PARTS.map((part) => Type.Literal(part))));

const PATTERN = {
  device_code: Id,
  /**
   * The sources, one or both: if both are given, the protections are copied from the template and
   * everything else from the device.
   */
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

export const deviceDeployCalls = defineCalls({
  'v2.device-deploy.preview': {
    method: 'POST',
    path: `${PATH}/preview`,
    summary: 'What copying another device or a template to a breaker would change; changes nothing',
    who: 'protection.write',
    scope: 'own',
    effect: 'read',
    body: Type.Object(PATTERN),
    answer: {
      data: Type.Object({
        /** Identifies this preview; the copy call requires it. */
        token: Type.String(),
        parts: Type.Array(
          Type.Object({
            part: Type.String(),
            /** One of changes, same, untold (no value in source), unfit (unsupported by device). */
            state: Type.String(),
            changes: Type.Array(
              Type.Object({
                /**
                 * The changed item: `<set>.<wire name>` of a protection parameter, or the number of
                 * a timer in the list.
                 */
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
  },
  'v2.device-deploy': {
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
      /** Token of the preview; refused if the preview has changed since. */
      token: Text(64),
    }),
    answer: {
      data: Type.Object({
        parts: Type.Array(
          Type.Object({
            part: Type.String(),
            /** One of done, same, started (follow `run_id`) and refused. */
            result: Type.String(),
            reason: Nullable(Type.String()),
            msg: Nullable(Type.String()),
            /** Parameter run; v2.protection-templates.run reports each set as it is read back. */
            run_id: Nullable(Type.String()),
          }),
        ),
      }),
    },
    tenantIds: TENANT_IDS,
    example: {
      body: { ...EXAMPLE, parts: ['rate'], token: 'none' },
    },
  },
});
