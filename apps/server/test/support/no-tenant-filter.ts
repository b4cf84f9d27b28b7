/**
 * The switch of docs/promises.md T5: queries that run for a customer lose the program's own filters
 * by customer and by group, as if a developer had forgotten each of them, so that only row-level
 * security is left. Queries that run as the platform retain them: no policy restricts the platform.
 */
import { Client } from 'pg';
import { RoleQuery } from '../../src/storage/connection/role-query.ts';
import { type NodesResult, type OpenedStatement, runOpened } from './canary/opened-on-nodes.ts';
import { isOnCitus } from './databases.ts';

// Matches `customer_id = $1` or `= any($1)`, with or without a table before it, by Kysely or by
// hand.
const FILTER = /((?:"?\w+"?\.)?"?customer_id"?)\s*=\s*(any\(\s*)?(\$\d+)(?:::[\w[\]]+)?(\s*\))?/g;
/**
 * Matches the filter for groups below the caller's, now or when energy was used: such a group
 * belongs to the same customer, so it filters by customer too.
 */
const GROUP_FILTER = /(?:"?\w+"?\.)?"?(?:group_)?path"?\s*@>\s*array\[(\$\d+)(?:::\w+)?\]/g;

/**
 * The parameter stays in the text, so that the others retain their numbers and it retains its type.
 */
export function withoutFilter(text: string): string {
  return replaceFilters(text, () => '');
}

/** The same statement about another customer: not one filter lets rows of the caller through. */
export function withFilterOf(text: string, customerId: number): string {
  return replaceFilters(text, (column) => `${column} = ${customerId} and `);
}

function replaceFilters(text: string, condition: (column: string) => string): string {
  return text
    .replace(FILTER, (_found, column: string, many?: string, parameter = '', close = '') => {
      if (many !== undefined) return `(${condition(column)}${parameter}::integer[] is not null)`;
      return `(${condition(column)}${parameter}::integer is not null)${close}`;
    })
    .replace(GROUP_FILTER, '($1::integer is not null)');
}

type Query = (this: Client, ...given: unknown[]) => unknown;

export interface FilterSwitch {
  /** Number of statements that ran without a filter. */
  readonly opened: () => number;
  /**
   * Returns the results of statements about the other customer since the last call: on Citus, those
   * that cannot be planned without their filters.
   */
  readonly takeForeign: () => NodesResult[];
  restore(): void;
}

/** `foreignId`: the other customer. */
export function withoutTenantFilter(foreignId: number): FilterSwitch {
  const prototype = Client.prototype as unknown as { query: Query };
  const original = prototype.query;
  const inCustomerTransaction = new WeakSet<Client>();
  let opened = 0;
  let foreign: NodesResult[] = [];
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
      } else if (first.includes("'busbar_customer'")) inCustomerTransaction.add(this);
      else inCustomerTransaction.delete(this);
    } else if (first instanceof RoleQuery) {
      if (isCustomer(first.settings.values)) {
        for (const statement of first.statements) statement.text = open(statement.text);
      }
    } else if (hasText(first) && inCustomerTransaction.has(this)) {
      const text = open(first.text);
      if (text === first.text) return original.apply(this, given);
      if (isOnCitus) {
        void runOpened({
          run: original.bind(this),
          statement: first,
          callback: given[1] as OpenedStatement['callback'],
          withoutFilter: text,
          ofForeign: withFilterOf(first.text, foreignId),
          onRefused(result) {
            opened -= 1;
            if (result !== undefined) foreign.push(result);
          },
        });
        return first;
      }
      // The name belongs to the statement with its filters.
      Object.assign(first, { text, name: undefined });
    }
    return original.apply(this, given);
  };
  return {
    opened: () => opened,
    takeForeign() {
      const taken = foreign;
      foreign = [];
      return taken;
    },
    restore() {
      prototype.query = original;
    },
  };
}

const BEGIN = /^(?:begin|start transaction)\b/i;
const isCustomer = (settings: readonly string[]): boolean => settings.includes('busbar_customer');

/** A cursor, or a statement with its name. */
function hasText(value: unknown): value is { text: string } {
  return typeof value === 'object' && value !== null && 'text' in value;
}
