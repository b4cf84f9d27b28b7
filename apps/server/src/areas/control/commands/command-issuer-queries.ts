/** Condition on `command`: the user, timer or tower that issued a command is still responsible for it. */
import type { CustomerPermission } from '@busbar/domain/access/permission';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { CommandKind } from '../../../storage/schema/schema.ts';
import { sessionLives } from '../../identity/sessions/active-session-queries.ts';
import { isCustomerActive } from '../../shared/customers/active-customer-queries.ts';
import { isTimerInProjectScope } from '../../shared/project-timer-scope-queries.ts';
import { holdsPermission } from '../../shared/rights/permission-queries.ts';

/**
 * Condition: the session of the command is active and its user may still give the command to the
 * device; or it has no session, and the timer or tower that issued it, if any, is in force. On Citus
 * a statement that locks rows needs the `customerId` of the command.
 */
export const hasActiveIssuer = (ctx: Context, customerId?: number) =>
  sql<boolean>`(command.session_hash is null and ${isTimerInForce(ctx, customerId)}
      and ${isTowerInForce(ctx, customerId)}
    or ${sessionLives('command', ctx.clock.now(), customerId)} and ${mayStillGive(customerId)})`;

export interface IssuedCommand {
  /** Null if a timer, a tower or the platform issued the command. */
  readonly issued_by: number | null;
  readonly source: string;
}

/** Reason of a command for which no user is responsible any longer. */
export function withdrawalReason({ issued_by, source }: IssuedCommand): string {
  if (issued_by !== null) return 'session-ended';
  return source.startsWith(TOWER_PREFIX) ? 'tower-changed' : 'timer-changed';
}

const TIMER_PREFIX = 'timer ';
const TOWER_PREFIX = 'tower ';

/** Source of the commands that a timer issues. */
export const timerSource = (timerId: number): string => `${TIMER_PREFIX}${timerId}`;

/**
 * Condition: no timer issued the command, or that timer is enabled and no user has changed it
 * since, its customer is active, and the group of its project, if any, contains the device.
 */
function isTimerInForce(ctx: Context, customerId: number | undefined): RawBuilder<boolean> {
  const customer = customerOf(customerId);
  return sql`(command.source not like ${`${TIMER_PREFIX}%`} or command.kind not in ('switch', 'slaves')
    or exists (select 1 from timer t join customer u on u.customer_id = t.customer_id
      where t.customer_id = ${customer} and u.customer_id = ${customer}
        and t.device_id = command.device_id
        and ${TIMER_PREFIX}::text || t.timer_id = command.source
        and t.enabled and t.changed_at < command.created_at
        and ${isTimerInProjectScope(customerId)}
        and ${isCustomerActive('u', ctx.clock.now())}))`;
}

/** Source of the commands that a tower issues, also those of users who operate it. */
export const towerSource = (towerId: number): string => `${TOWER_PREFIX}${towerId}`;

/**
 * Condition: no tower issued the command, or that tower still steers the breaker automatically, no
 * user has changed it since, its customer is active, and the users of its project, or the user who
 * saved it, see the breaker.
 */
function isTowerInForce(ctx: Context, customerId: number | undefined): RawBuilder<boolean> {
  const customer = customerOf(customerId);
  return sql`(command.source not like ${`${TOWER_PREFIX}%`}
    or exists (select 1 from tower t
        join tower_user tu on tu.customer_id = t.customer_id and tu.tower_id = t.tower_id
        join project p on p.customer_id = t.customer_id and p.project_id = t.project_id
        join device own on own.customer_id = t.customer_id and own.device_id = t.device_id
        join device d on d.customer_id = t.customer_id and d.device_id = tu.device_id
        join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
        join customer c on c.customer_id = t.customer_id
      where t.customer_id = ${customer} and c.customer_id = ${customer}
        and ${TOWER_PREFIX}::text || t.tower_id = command.source
        and tu.device_id = command.device_id and tu.mode = 'auto'
        and t.deleted_at is null and p.deleted_at is null and own.deleted_at is null
        and t.changed_at <= command.created_at
        and ${isCustomerActive('c', ctx.clock.now())}
        and (g.path @> array[p.group_id] or exists (select 1 from user_account u
          where u.customer_id = ${customer} and u.user_id = t.changed_by and not u.disabled
            and g.path @> array[u.group_id] and ${holdsPermission('device.switch', customerId)}))))`;
}

const customerOf = (customerId: number | undefined) =>
  customerId === undefined ? sql`command.customer_id` : sql`${customerId}`;

/** Condition: the group of the user contains the device, and its role permits what may change it. */
function mayStillGive(customerId: number | undefined): RawBuilder<boolean> {
  const customer = customerOf(customerId);
  const mayGive = Object.entries(PERMISSION_OF_KINDS).map(
    ([permission, kinds]) => sql`(command.kind <> all(${kinds}::text[])
      or ${holdsPermission(permission as keyof typeof PERMISSION_OF_KINDS, customerId)})`,
  );
  return sql`exists (select 1 from session s
      join user_account u on u.customer_id = s.customer_id and u.user_id = s.user_id
      join device d on d.customer_id = u.customer_id and d.device_id = command.device_id
      join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
    where s.token_hash = command.session_hash and u.customer_id = ${customer}
      and d.customer_id = ${customer} and g.customer_id = ${customer}
      and g.path @> array[u.group_id] and ${sql.join(mayGive, sql` and `)})`;
}

/** Kinds of commands by the permission that they require; the others only read. */
const PERMISSION_OF_KINDS = {
  'device.switch': ['switch', 'slaves'],
  'protection.write': ['write'],
  'console.use': ['frame'],
} as const satisfies Readonly<Partial<Record<CustomerPermission, readonly CommandKind[]>>>;
