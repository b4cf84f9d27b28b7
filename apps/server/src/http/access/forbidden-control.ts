/** Creates the operation log entry for a request that was rejected before its handler. */
import type { CallSpec, TenantThing } from '@busbar/contract/call';
import type { Refusal } from '@busbar/domain/refusal';
import type { FastifyRequest } from 'fastify';
import { recordForbidden } from '../../areas/control/gate/forbidden-attempt.ts';
import type { Caller } from '../../caller.ts';
import type { Context } from '../../context.ts';

/** Does nothing for a call that controls no device. */
export async function logForbiddenControl(
  ctx: Context,
  call: CallSpec,
  request: FastifyRequest,
  caller: Caller | undefined,
  refusal: Refusal,
): Promise<void> {
  if (call.effect !== 'control' || caller === undefined) return;
  const { params, query, body } = request;
  const parts = { params, query, body };
  const named = (thing: TenantThing) => {
    const place = call.tenantIds.find(({ of }) => of === thing);
    return place === undefined ? undefined : valueAt(parts, place.at.split('.'));
  };
  await recordForbidden(ctx, caller, {
    source: call.name,
    refusal,
    command: valueAt(parts, ['body', 'data', 'switch']),
    device: named('device'),
    commandId: named('command'),
  });
}

/** The body is not validated: it may contain anything, including a field named `__proto__`. */
function valueAt(from: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<string, unknown>)[key]
        : undefined,
    from,
  );
}
