/** v2 calls for projects. */
import type { BodyOf } from '@busbar/contract/call';
import type { projectCalls } from '@busbar/contract/v2/sites/projects';
import { formatLocal } from '@busbar/domain/calendar';
import { snakeCaseKeys } from '@busbar/domain/key-case';
import type { ProjectRow } from '../../../areas/sites/projects/project-queries.ts';
import {
  addProject,
  changeProject,
  findProjects,
  readProject,
  removeProject,
} from '../../../areas/sites/projects/project-service.ts';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';
import { onWire } from '../../responses/field-names.ts';

const DEFAULT_ROWS = 10;

export function projectHandlers(ctx: Context): HandlersOf<typeof projectCalls> {
  return {
    'v2.projects': async ({ query, caller }) => {
      const { projects, total } = await findProjects(ctx, caller, {
        type: query.type,
        text: query.name,
        page: query.pn ?? 1,
        pageSize: query.ps ?? DEFAULT_ROWS,
      });
      return { data: { list: projects.map((row) => present(row, caller)), total } };
    },
    'v2.project': async ({ params, caller }) => {
      const found = await readProject(ctx, caller, params.id);
      return found.ok ? { data: present(found.value, caller) } : found;
    },
    'v2.project.add': async ({ body, caller }) => {
      const added = await addProject(ctx, caller, inputOf(body));
      return added.ok
        ? { data: present(added.value, caller), msg: REFUSAL_MESSAGES.saved }
        : onWire(added);
    },
    'v2.project.change': async ({ params, body, caller }) => {
      const changed = await changeProject(ctx, caller, params.id, inputOf(body));
      return changed.ok
        ? { data: present(changed.value, caller), msg: REFUSAL_MESSAGES.updated }
        : onWire(changed);
    },
    'v2.project.delete': async ({ params, caller }) => {
      const removed = await removeProject(ctx, caller, params.id);
      return removed.ok ? { msg: REFUSAL_MESSAGES.deleted } : removed;
    },
  };
}

type ProjectBody = BodyOf<(typeof projectCalls)['v2.project.change']>;

const inputOf = ({ name, type, description, group_id }: ProjectBody) => ({
  name,
  type,
  description,
  group: group_id === '' ? undefined : group_id,
});

const present = (
  { customerId, createdByName, createdAt, ...project }: ProjectRow,
  { zone }: Caller,
) => ({
  ...snakeCaseKeys(project),
  creator: createdByName,
  created_date: formatLocal(createdAt, zone),
});
