/** Condition on the groups that a scope contains. */
import { type RawBuilder, sql } from 'kysely';
import { type Scope, seesWholeCustomer } from '../../caller.ts';

/**
 * True for the path of a group of the scope; the query restricts the customer. A scope of the whole
 * customer needs no condition: PostgreSQL would expect one group of many, and look up the state of
 * each device by itself instead of reading all states at once.
 */
export function isInScope(scope: Scope, path: RawBuilder<unknown>): RawBuilder<boolean> {
  return seesWholeCustomer(scope)
    ? sql<boolean>`true`
    : sql<boolean>`${path} @> array[${scope.groupId}::integer]`;
}
