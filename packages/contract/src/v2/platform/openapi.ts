/** The description of all calls for external tools, at a stable URL. */
import { defineCalls } from '../../call.ts';

export const openApiCalls = defineCalls({
  'v2.openapi': {
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'The description of all calls, OpenAPI 3.1',
    who: 'public',
    scope: 'platform',
    effect: 'read',
    answer: {},
    file: ['application/openapi+json'],
    tenantIds: [],
    example: {},
  },
});
