/**
 * The switch of docs/promises.md T5: what is run for a customer loses the program's own filters by
 * customer and by group, as if somebody had forgotten each of them, so that only the walls in the
 * database are left. What runs as the platform keeps it: no wall stands between the platform and
 * anybody.
 */
import { Client } from 'pg';
import { RoleQuery } from '../../src/storage/role-query.ts';

// `customer_id = $1` or `= any($1)`, with or without a table before it, by Kysely or by hand.
const FILTER = /(?:"?\w+"?\.)?"?customer_id"?\s*=\s*(any\(\s*)?(\$\d+)(?:::[\w[\]]+)?(\s*\))?/g;
/** Below the caller's group: no other customer's group is, so that it is a filter by customer too. */
const GROUP_FILTER = /(?:"?\w+"?\.)?"?path"?\s*@>\s*array\[(\$\d+)(?:::\w+)?\]/g;

/** The parameter stays named, so that the others keep their numbers and it its type. */
export function withoutFilter(text: string): string {
  return text
    .replace(FILTER, (_found, many?: string, parameter = '', close = '') => {
      if (many !== undefined) return `(${parameter}::integer[] is not null)`;
      return `(${parameter}::integer is not null)${close}`;
    })
    .replace(GROUP_FILTER, '($1::integer is not null)');
}

type Query = (this: Client, ...given: unknown[]) => unknown;

export interface FilterSwitch {
  /** Statements that lost a filter. */
  readonly opened: () => number;
  restore(): void;
}

export function withoutTenantFilter(): FilterSwitch {
  const prototype = Client.prototype as unknown as { query: Query };
  const original = prototype.query;
  const inCustomerTransaction = new WeakSet<Client>();
  let opened = 0;
  const open = (text: string): string => {
    const without = withoutFilter(text);
    if (without !== text) opened += 1;
    return without;
  };
  prototype.query = function (...given) {
    const [first] = given;
    if (typeof first === 'string') {
      if (!BEGIN.test(first)) {
        if (inCustomerTransaction.has(this)) given[0] = open(first);
      } else if (isCustomer(first)) inCustomerTransaction.add(this);
      else inCustomerTransaction.delete(this);
    } else if (first instanceof RoleQuery) {
      if (isCustomer(first.settings)) first.statement.text = open(first.statement.text);
    } else if (isCursor(first) && inCustomerTransaction.has(this)) {
      first.text = open(first.text);
    }
    return original.apply(this, given);
  };
  return {
    opened: () => opened,
    restore() {
      prototype.query = original;
    },
  };
}

const BEGIN = /^(?:begin|start transaction)\b/i;
const isCustomer = (settings: string): boolean => settings.includes("'busbar_customer'");

function isCursor(value: unknown): value is { text: string } {
  return typeof value === 'object' && value !== null && 'text' in value && 'submit' in value;
}
