/** The current state of a breaker, limited to what can be copied. */
import type { TemplateSets } from '@busbar/domain/protection/template';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { findDryNode } from '../../control/protection/dry-nodes.ts';
import { parametersOfDevice } from '../../control/protection/parameter-queries.ts';
import { listTimers, type TimerRow } from '../../control/timers/timer-list-queries.ts';
import { findSummaries } from '../../fleet/devices/device-list-queries.ts';
import { findDevice } from '../../fleet/devices/device-lookup-queries.ts';

export interface DeployState {
  readonly deviceId: number;
  readonly deviceCode: string;
  readonly revision: number;
  readonly groupId: number;
  readonly group: string;
  readonly rateId: number;
  readonly rate: string;
  /** Rated voltage (V) and rated current (A), if known. */
  readonly ratings: Readonly<Record<string, string>>;
  /** Parameter sets last reported by the device. */
  readonly sets: TemplateSets;
  /** Timers set by users at the device, keyed by content; timers of a project are not copied. */
  readonly timers: ReadonlyMap<string, TimerRow>;
  readonly contacts:
    | {
        readonly name1: string;
        readonly status1: 'open' | 'close';
        readonly name2: string;
        readonly status2: 'open' | 'close';
      }
    | undefined;
}

const MOST_TIMERS = 1_000;

export async function deployState(
  ctx: Context,
  caller: Caller,
  name: string | number,
  field: string,
): Promise<Outcome<DeployState>> {
  const { db } = ctx.database;
  const device = await findDevice(db, caller, name);
  const [summary] = device
    ? await findSummaries(db, caller, { id: device.deviceId, code: undefined }, ctx.clock.now())
    : [];
  if (device === undefined || summary === undefined) return refused('not-found', field);
  if (device.kind !== 'main') return refused('protection-not-supported', field);
  const { deviceId, deviceCode, revision } = device;
  const parameters = await parametersOfDevice(db, { customerId: caller.customerId, deviceId });
  const timers = await listTimers(db, caller, { deviceId, offset: 0, limit: MOST_TIMERS });
  const node = await findDryNode(ctx, caller, deviceId);
  const contacts = node.ok ? node.value : undefined;
  const { ratedVoltageV, ratedCurrentA } = summary;
  return done({
    deviceId,
    deviceCode,
    revision,
    groupId: summary.groupId,
    group: summary.groupName,
    rateId: summary.rateId,
    rate: summary.rateName,
    ratings: {
      ...(ratedVoltageV === null ? {} : { voltage: String(ratedVoltageV) }),
      ...(ratedCurrentA === null ? {} : { current: String(ratedCurrentA) }),
    },
    sets: Object.fromEntries(
      parameters.flatMap((row) =>
        row.reported === null ? [] : [[row.parameter_set, row.reported]],
      ),
    ) as TemplateSets,
    timers: new Map(
      timers
        .filter((timer) => timer.project_timer_id === null && timer.sun === null)
        .map((timer) => [textOf(timer), timer]),
    ),
    contacts: contacts && {
      name1: contacts.name1,
      status1: contacts.status1,
      name2: contacts.name2,
      status2: contacts.status2,
    },
  });
}

/** Text of a timer as `days HH:mm order on|off`; timers with the same text are equal. */
function textOf({ days, clock_time, switch_order, enabled }: TimerRow): string {
  return `${days} ${clock_time} ${switch_order} ${enabled ? 'on' : 'off'}`;
}
