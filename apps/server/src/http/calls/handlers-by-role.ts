/**
 * Selects the database role of a call (docs/adr/0023). Users of a customer are served by handlers
 * whose database role sees no rows of other customers. Calls that run before the user is known
 * (signing in, registering), and calls that only the platform may make, run as the platform; the
 * latter show no data of customers.
 */
import type { CallSpec } from '@busbar/contract/call';
import { isCustomerPermission } from '@busbar/domain/access/permission';
import type { Caller } from '../../caller.ts';
import type { Context } from '../../context.ts';
import type { Handler, Handlers } from './handler.ts';

/**
 * Max number of customers whose handlers (40 kB each) are cached; those of the least recently used
 * customers are created again.
 */
const MAX_CUSTOMERS = 200;

export const isForCustomer = ({ who }: CallSpec): boolean =>
  who === 'signed-in' || isCustomerPermission(who);

export function handlersByRole(
  ctx: Context,
  handlersOf: (ctx: Context) => Handlers,
): (call: CallSpec, caller: Caller | undefined) => Handler<CallSpec> {
  const ofPlatform = handlersOf(ctx);
  const ofCustomers = new Map<number, Handlers>();

  function ofCustomer(customerId: number): Handlers {
    const handlers =
      ofCustomers.get(customerId) ??
      handlersOf({ ...ctx, database: ctx.database.as({ customerId }) });
    // Insertion order is the order of use: the least recently used customer is removed first.
    ofCustomers.delete(customerId);
    ofCustomers.set(customerId, handlers);
    if (ofCustomers.size > MAX_CUSTOMERS) ofCustomers.delete(ofCustomers.keys().next().value!);
    return handlers;
  }

  return (call, caller) => {
    const handlers =
      caller !== undefined && isForCustomer(call) ? ofCustomer(caller.customerId) : ofPlatform;
    return handlers[call.name as keyof Handlers] as unknown as Handler<CallSpec>;
  };
}
