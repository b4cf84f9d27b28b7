/** v2 calls for scheduled reports. */

import type { reportScheduleCalls } from '@busbar/contract/v2/reports/report-schedules';
import { snakeCaseKeys } from '@busbar/domain/key-case';
import {
  listRuns,
  type ScheduleRun,
} from '../../../areas/messaging/report-deliveries/delivery-queries.ts';
import { isInGroup, listPeople } from '../../../areas/reports/schedules/schedule-people-queries.ts';
import {
  codesOfDevices,
  listSchedules,
} from '../../../areas/reports/schedules/schedule-queries.ts';
import {
  addSchedule,
  changeSchedule,
  MAX_SCHEDULES,
  removeSchedule,
  type ScheduleForm,
} from '../../../areas/reports/schedules/schedule-service.ts';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';
import { onWire } from '../../responses/field-names.ts';

const WIRE_NAMES = { devices: 'device_codes', byMail: 'by_mail' };
const SHOWN_RUNS = 5;

export function reportScheduleHandlers(ctx: Context): HandlersOf<typeof reportScheduleCalls> {
  return {
    'v2.report-schedules': async ({ caller }) => ({ data: await present(ctx, caller) }),
    'v2.report-schedule.add': async ({ body, caller }) => {
      const added = await addSchedule(ctx, caller, formOf(body));
      return added.ok
        ? { data: added.value, msg: REFUSAL_MESSAGES.saved }
        : onWire(added, WIRE_NAMES);
    },
    'v2.report-schedule.change': async ({ params, body, caller }) => {
      const changed = await changeSchedule(ctx, caller, params.id, formOf(body));
      return changed.ok ? { msg: REFUSAL_MESSAGES.updated } : onWire(changed, WIRE_NAMES);
    },
    'v2.report-schedule.delete': async ({ params, caller }) => {
      const removed = await removeSchedule(ctx, caller, params.id);
      return removed.ok ? { msg: REFUSAL_MESSAGES.deleted } : removed;
    },
  };
}

type Body = Omit<ScheduleForm, 'group' | 'devices' | 'byMail'> & {
  readonly group_id?: ScheduleForm['group'];
  readonly device_codes?: ScheduleForm['devices'];
  readonly by_mail?: ScheduleForm['byMail'];
};

const formOf = ({ group_id, device_codes, by_mail, ...form }: Body): ScheduleForm => ({
  ...form,
  group: group_id,
  devices: device_codes,
  byMail: by_mail,
});

async function present(ctx: Context, caller: Caller) {
  const { db } = ctx.database;
  const schedules = await listSchedules(db, caller);
  const ids = schedules.map(({ id }) => id);
  const runs = await listRuns(db, caller.customerId, ids, SHOWN_RUNS);
  const codes = await codesOfDevices(db, caller, [
    ...new Set(schedules.flatMap(({ deviceIds }) => deviceIds ?? [])),
  ]);
  const people = (await listPeople(db, caller.customerId)).filter((one) => isInGroup(caller, one));
  const nameOf = new Map(people.map(({ id, name }) => [id, name]));
  const list = schedules.map(({ customerId, userId, ownerName, deviceIds, ...schedule }) => ({
    ...snakeCaseKeys(schedule),
    owner: { id: userId, name: ownerName },
    own: userId === caller.userId,
    device_codes:
      deviceIds?.flatMap((id) => {
        const code = codes.get(id);
        return code === undefined ? [] : [code];
      }) ?? null,
    recipients: schedule.recipients.map((id) => ({ id, name: nameOf.get(id) ?? '' })),
    paused: schedule.paused ?? '',
    runs: runs.filter(({ scheduleId }) => scheduleId === schedule.id).map(presentRun),
  }));
  return {
    list,
    total: list.length,
    most: MAX_SCHEDULES,
    mail_available: ctx.config.smtpUrl !== undefined,
    people: people
      .filter(({ mayRead }) => mayRead)
      .map(({ id, name, mailAddress }) => ({ id, name, mail: mailAddress !== '' })),
  };
}

const presentRun = (run: ScheduleRun) => ({
  due_at: run.dueAt,
  state: stateOf(run),
  sent: run.sent,
  recipients: run.people,
  failure: run.failure ?? '',
});

function stateOf({ people, sent, listed, open, missed }: ScheduleRun): string {
  if (missed) return 'missed';
  if (open > 0) return 'under-way';
  if (listed === people) return 'ready';
  if (sent === people) return 'sent';
  return sent === 0 ? 'failed' : 'partly';
}
