/** Queries for the ends of scheduled reports about which no user has a message yet. */
import type { ReportType } from '@busbar/domain/report/report-kind';
import type { ReportSpan } from '@busbar/domain/report/report-schedule';
import { sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';
import { overCustomers } from '../../../storage/distributed/over-customers.ts';

export interface UnannouncedEnd {
  readonly customerId: number;
  readonly scheduleId: number;
  /** Epoch ms. */
  readonly dueAt: number;
  readonly state: 'listed' | 'failed';
  readonly failure: string;
  /** The recipient of a listed report, the owner of a failed one. */
  readonly userId: number;
  readonly isEnabled: boolean;
  readonly taskId: number | null;
  readonly type: ReportType;
  readonly span: ReportSpan;
  /** [from, to) of the file, epoch ms; null if there is none. */
  readonly from: number | null;
  readonly to: number | null;
  /** IANA zone of the customer. */
  readonly zone: string;
  /** True if the owner has a message about another recipient of the same run. */
  readonly isKnown: boolean;
}

/** Claims ends of deliveries and marks them as announced; concurrent callers skip them. */
export async function claimUnannounced(trx: Executor, most: number): Promise<UnannouncedEnd[]> {
  return overCustomers(
    trx,
    sql`select customer_id as "customerId" from report_delivery
      where not announced and state in ('listed', 'failed') order by due_at limit ${most}`,
    (within) => sql<UnannouncedEnd>`
    with ended as (
      select n.customer_id, n.report_schedule_id, n.due_at, n.user_id from report_delivery n
      where not n.announced and n.state in ('listed', 'failed') and ${within('n')}
      order by n.due_at limit ${most} for update skip locked
    ), claimed as (
      update report_delivery d set announced = true from ended e
      where d.customer_id = e.customer_id and d.report_schedule_id = e.report_schedule_id
        and d.due_at = e.due_at and d.user_id = e.user_id and ${within('d')}
      returning d.*
    )
    select d.customer_id as "customerId", d.report_schedule_id as "scheduleId",
      d.due_at as "dueAt", d.state, coalesce(d.failure, '') as failure, u.user_id as "userId",
      not u.disabled as "isEnabled", t.report_task_id as "taskId", s.type, s.span,
      t.from_at as "from", t.to_at as "to", z.iana_name as zone,
      exists (select 1 from report_delivery o
        where o.customer_id = d.customer_id and o.report_schedule_id = d.report_schedule_id
          and o.due_at = d.due_at and o.announced and o.state = 'failed'
          and ${within('o')}) as "isKnown"
    from claimed d
    join report_schedule s on s.customer_id = d.customer_id
      and s.report_schedule_id = d.report_schedule_id
    join user_account u on u.customer_id = d.customer_id
      and u.user_id = case when d.state = 'listed' then d.user_id else s.user_id end
    join customer c on c.customer_id = d.customer_id
    join zone z on z.zone_id = c.zone_id
    left join report_task t on t.customer_id = d.customer_id
      and t.report_task_id = d.report_task_id and ${within('t')}
    where ${within('s')} and ${within('u')} and ${within('c')}
    order by d.due_at, d.user_id`,
  );
}
