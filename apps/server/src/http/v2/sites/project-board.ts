/** v2 calls for the board of a project. */

import type { projectBoardCalls } from '@busbar/contract/v2/sites/project-board';
import { pickSnakeCase, snakeCaseKeys } from '@busbar/domain/key-case';
import { roundFigure } from '@busbar/domain/round-figure';
import type { BoardGroup } from '../../../areas/sites/records/board-queries.ts';
import { checkNow, findBoard } from '../../../areas/sites/records/board-service.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';
import { onWire } from '../../responses/field-names.ts';
import { presentPosition } from './project-lamps.ts';

const WIRE_NAMES = { project: 'project_id' };

export function projectBoardHandlers(ctx: Context): HandlersOf<typeof projectBoardCalls> {
  return {
    'v2.project-board': async ({ query, caller }) => {
      const found = await findBoard(ctx, caller, query.project_id);
      if (!found.ok) return onWire(found, WIRE_NAMES);
      const { groups, towers } = found.value;
      const used = groups.filter(({ inUse }) => inUse);
      const sum = (of: (group: BoardGroup) => number | null) =>
        roundFigure(used.reduce((total, group) => total + (of(group) ?? 0), 0));
      return {
        data: {
          list: groups.map(present),
          total: groups.length,
          towers: towers.map(snakeCaseKeys),
          lamp_count: sum(({ lampCount }) => lampCount),
          lamps_on: sum(({ lampsOn }) => lampsOn),
          failed: sum(({ failed }) => failed),
          measured_power: sum(({ measuredKw }) => measuredKw),
          expected_power: sum(({ expectedKw }) => expectedKw),
        },
      };
    },
    'v2.project-check': async ({ body, caller }) => {
      const checked = await checkNow(ctx, caller, body.project_id);
      return checked.ok ? { msg: REFUSAL_MESSAGES.updated } : onWire(checked, WIRE_NAMES);
    },
  };
}

const present = (group: BoardGroup) => ({
  lamp_power: group.lampPowerKw,
  status: `switch:${group.switchAction ?? ''}`,
  measured_power: group.measuredKw,
  expected_power: roundFigure(group.expectedKw),
  voltage: group.voltageV,
  findings: { ...group.standing },
  energy_today: roundFigure(group.energyKwh),
  ...presentPosition(group),
  ...pickSnakeCase(group, 'lampGroupId', 'projectId', 'name', 'inUse', 'lampCount', 'lampKind'),
  ...pickSnakeCase(group, 'deviceId', 'deviceCode', 'deviceName', 'phase', 'presence'),
  ...pickSnakeCase(group, 'verdict', 'lampsOn', 'failed', 'openAlarms', 'openWarnings'),
  ...pickSnakeCase(group, 'checkedAt', 'readingAt', 'nextCheckAt'),
});
