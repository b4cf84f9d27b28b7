/**
 * For whom a call reaches the database (docs/adr/0023). Somebody of a customer is served by handlers
 * whose database holds no other customer's rows. As the platform go the calls nobody is named in
 * before they ran (signing in, registering) and those only the platform may make, which show nothing
 * of what customers have.
 */
import type { CallSpec } from '@busbar/contract/call';
import { isCustomerPermission } from '@busbar/domain/access/permission';
import type { Caller } from '../caller.ts';
import type { Context } from '../context.ts';
import type { Handler, Handlers } from './handler.ts';

/** Handlers of a customer take 40 kB; who comes again after so many others has them made anew. */
const MOST_CUSTOMERS = 200;

export const isForCustomer = ({ who }: CallSpec): boolean =>
  who === 'signed-in' || isCustomerPermission(who);

export function handlersByStanding(
  ctx: Context,
  handlersOf: (ctx: Context) => Handlers,
): (call: CallSpec, caller: Caller | undefined) => Handler<CallSpec> {
  const ofPlatform = handlersOf(ctx);
  const ofCustomers = new Map<number, Handlers>();

  function ofCustomer(customerId: number): Handlers {
    const handlers =
      ofCustomers.get(customerId) ??
      handlersOf({ ...ctx, database: ctx.database.as({ customerId }) });
    // The one that was away longest goes first.
    ofCustomers.delete(customerId);
    ofCustomers.set(customerId, handlers);
    if (ofCustomers.size > MOST_CUSTOMERS) ofCustomers.delete(ofCustomers.keys().next().value!);
    return handlers;
  }

  return (call, caller) => {
    const handlers =
      caller !== undefined && isForCustomer(call) ? ofCustomer(caller.customerId) : ofPlatform;
    return handlers[call.name as keyof Handlers] as unknown as Handler<CallSpec>;
  };
}
