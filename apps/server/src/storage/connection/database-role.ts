/**
 * The role that runs a statement (docs/adr/0023): the owner of the tables; the platform, which sees
 * the rows of all customers but owns no table; or one customer, restricted by row-level security
 * policies to its own rows.
 *
 * The role and every other setting last for one transaction (docs/adr/0030). A connection pooler
 * such as PgBouncer may assign another session to each transaction, so no transaction relies on the
 * settings of an earlier one.
 */

export type DatabaseRole = 'owner' | 'platform' | { readonly customerId: number };

/** Roles created by migration 34 and shared by all Busbar databases of one cluster. */
export const SERVICE_ROLES = ['busbar_platform', 'busbar_customer'] as const;

/** Longer statements are cancelled (docs/promises.md H3). */
export const STATEMENT_TIMEOUT_MS = 30_000;
// Limit on idle time in a transaction: a process that is suspended in the middle of a transaction
// must not retain its locks, because the other processes, which monitor the open commands, would
// wait for it (docs/promises.md C5).
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;

/** The parsers of values expect these formats. */
export const FORMAT_SETTINGS: readonly Setting[] = [
  ['timezone', 'UTC'],
  ['datestyle', 'ISO'],
  ['intervalstyle', 'postgres'],
];

const STATEMENT_SETTINGS: readonly Setting[] = [
  ...FORMAT_SETTINGS,
  // Disables the just-in-time compiler: the chart of a year takes 180 ms; compiling its statement
  // each time takes another 140 ms.
  ['jit', 'off'],
  ['statement_timeout', String(STATEMENT_TIMEOUT_MS)],
];

const TRANSACTION_SETTINGS: readonly Setting[] = [
  ...STATEMENT_SETTINGS,
  ['idle_in_transaction_session_timeout', String(IDLE_IN_TRANSACTION_TIMEOUT_MS)],
];

type Setting = readonly [name: string, value: string];

/** A SELECT that applies the settings of a role to the rest of the current transaction. */
export interface RoleSettings {
  /** Name of the prepared statement. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly string[];
}

const textFor = (...parameters: readonly string[]): string => {
  const given = parameters.map((name, at) => `set_config('${name}', $${at + 1}, true)`);
  const fixed = STATEMENT_SETTINGS.map(
    ([name, value]) => `set_config('${name}', '${value}', true)`,
  );
  return `select ${[...given, ...fixed].join(', ')}`;
};

const FOR_ROLE = { name: 'busbar_role', text: textFor('role') };
const FOR_CUSTOMER = { name: 'busbar_customer', text: textFor('role', 'busbar.customer') };

export function selectSettings(role: DatabaseRole): RoleSettings {
  const values = roleSettings(role).map(([, value]) => value);
  return { ...(typeof role === 'string' ? FOR_ROLE : FOR_CUSTOMER), values };
}

/**
 * Returns the settings as SET LOCAL statements, which take no snapshot: the transaction may still
 * set its isolation level.
 */
export function setLocal(role: DatabaseRole): string {
  return [...roleSettings(role), ...TRANSACTION_SETTINGS]
    .map(([name, value]) => `set local ${name} = '${value}'`)
    .join('; ');
}

/**
 * The statements that open a transaction on a distributed database. Only a SET LOCAL that is a
 * message of its own reaches the worker nodes, whose row-level security needs the customer; the
 * nodes have the formats as settings of the roles (`distributed-roles.ts`).
 */
export function beginDistributed(role: DatabaseRole, begin: string): string[] {
  const [first, ...others] = roleSettings(role);
  const local = (settings: readonly Setting[]) =>
    settings.map(([name, value]) => `set local ${name} = '${value}'`);
  const opening = [begin, ...local([first!, ...TRANSACTION_SETTINGS])];
  if (others.length === 0) return [opening.join('; ')];
  const propagate = `set local citus.propagate_set_commands = 'local'`;
  return [[...opening, propagate].join('; '), ...local(others)];
}

function roleSettings(role: DatabaseRole): Setting[] {
  if (role === 'owner') return [['role', 'none']];
  if (role === 'platform') return [['role', 'busbar_platform']];
  const { customerId } = role;
  if (!Number.isSafeInteger(customerId)) throw new RangeError(`${customerId} is no customer`);
  return [
    ['role', 'busbar_customer'],
    ['busbar.customer', String(customerId)],
  ];
}
