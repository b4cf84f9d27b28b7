/** Health checks for load balancers and start scripts (docs/decisions.md 23). */
import { Type } from 'typebox';
import { defineCalls } from './call.ts';

export const healthCalls = defineCalls({
  'health.live': {
    method: 'GET',
    path: '/health/live',
    summary: 'The process answers',
    who: 'public',
    scope: 'platform',
    effect: 'read',
    answer: { status: Type.String() },
    tenantIds: [],
    example: {},
  },
  'health.ready': {
    method: 'GET',
    path: '/health/ready',
    summary: 'The process can do its work; 503 while the database is away',
    who: 'public',
    scope: 'platform',
    effect: 'read',
    answer: {
      status: Type.String(),
      /** Shown on every page: the database may lose acknowledged data. */
      warning: Type.String(),
      /** For the operator: the replica for reading is not used; absent if all is well. */
      notice: Type.Optional(Type.String()),
    },
    tenantIds: [],
    example: {},
  },
});
