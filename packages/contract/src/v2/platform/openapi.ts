/** The description of all calls for external tools, at a stable URL. */
import { defineCall } from '../../call.ts';

export const openApi = defineCall({
  name: 'v2.openapi',
  version: 'v2',
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
});
