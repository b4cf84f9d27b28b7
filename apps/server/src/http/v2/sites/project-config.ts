/** v2 calls for warning and alarm settings of a project, and their recipients. */

import type { BodyOf } from '@busbar/contract/call';
import type { projectConfigCalls } from '@busbar/contract/v2/sites/project-config';
import { camelCaseKeys, snakeCaseKeys } from '@busbar/domain/key-case';
import type { LimitKind, ProjectLimitsInput } from '@busbar/domain/project/project-limits';
import { roundFigure } from '@busbar/domain/round-figure';
import type { LimitsRow } from '../../../areas/sites/projects/project-limit-queries.ts';
import { changeLimits, readLimits } from '../../../areas/sites/projects/project-limit-service.ts';
import type { ProjectNotice } from '../../../areas/sites/projects/project-notice-queries.ts';
import {
  addNotice,
  changeNotice,
  findNotices,
  type NoticeInput,
  removeNotice,
} from '../../../areas/sites/projects/project-notice-service.ts';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';
import { onWire } from '../../responses/field-names.ts';

const WIRE_NAMES = {
  project: 'project_id',
  scheduledPowerKw: 'scheduled_power',
  app: 'app_notification',
};

export function projectConfigHandlers(ctx: Context): HandlersOf<typeof projectConfigCalls> {
  const find = async (caller: Caller, kind: LimitKind, project: string) => {
    const found = await readLimits(ctx, caller, kind, project);
    return found.ok ? { data: presentLimits(found.value) } : onWire(found, WIRE_NAMES);
  };
  const change = async (caller: Caller, kind: LimitKind, id: string, body: LimitsBody) => {
    const changed = await changeLimits(ctx, caller, kind, id, limitsOf(body));
    return changed.ok
      ? { data: presentLimits(changed.value), msg: REFUSAL_MESSAGES.updated }
      : onWire(changed, WIRE_NAMES);
  };
  return {
    'v2.config.warning': ({ query, caller }) => find(caller, 'warning', query.project_id),
    'v2.config.warning.change': ({ params, body, caller }) =>
      change(caller, 'warning', params.id, body),
    'v2.config.alarm': ({ query, caller }) => find(caller, 'alarm', query.project_id),
    'v2.config.alarm.change': ({ params, body, caller }) =>
      change(caller, 'alarm', params.id, body),
    'v2.config.notice': async ({ query, caller }) => {
      const found = await findNotices(ctx, caller, query.project_id);
      return found.ok
        ? { data: { list: found.value.map(presentNotice), total: found.value.length } }
        : onWire(found, WIRE_NAMES);
    },
    'v2.config.notice.add': async ({ body, caller }) => {
      const added = await addNotice(ctx, caller, body.project_id, noticeOf(body));
      return added.ok
        ? { data: presentNotice(added.value), msg: REFUSAL_MESSAGES.saved }
        : onWire(added, WIRE_NAMES);
    },
    'v2.config.notice.change': async ({ params, body, caller }) => {
      const changed = await changeNotice(ctx, caller, params.id, noticeOf(body));
      return changed.ok
        ? { data: presentNotice(changed.value), msg: REFUSAL_MESSAGES.updated }
        : onWire(changed, WIRE_NAMES);
    },
    'v2.config.notice.delete': async ({ params, caller }) => {
      const removed = await removeNotice(ctx, caller, params.id);
      return removed.ok ? { msg: REFUSAL_MESSAGES.deleted } : removed;
    },
  };
}

type LimitsBody = BodyOf<(typeof projectConfigCalls)['v2.config.warning.change']>;

const limitsOf = ({ scheduled_power, ...limits }: LimitsBody): ProjectLimitsInput => ({
  ...camelCaseKeys(limits),
  scheduledPowerKw: scheduled_power,
});

const presentLimits = ({ kind, scheduledPowerKw, actualPowerKw, ...limits }: LimitsRow) => ({
  ...snakeCaseKeys(limits),
  scheduled_power: scheduledPowerKw,
  actual_power: roundFigure(actualPowerKw),
});

type NoticeBody = BodyOf<(typeof projectConfigCalls)['v2.config.notice.change']>;

const noticeOf = (body: NoticeBody): NoticeInput => ({
  mailAddress: body.mail_address,
  mail: body.mail_notification,
  app: body.app_notification,
  language: body.language,
});

const presentNotice = ({ mail, app, ...notice }: ProjectNotice) => ({
  ...snakeCaseKeys(notice),
  mail_notification: mail,
  app_notification: app,
});
