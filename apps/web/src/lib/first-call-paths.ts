/**
 * The calls of the pages before the sign-in. The others are loaded with the shell
 * (`call-paths.ts`), so that their number does not increase the size of the first page.
 */
import type { CallName } from '@busbar/contract/catalogue';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export const FIRST_CALL_PATHS = {
  'v2.ping-token': ['POST', '/api/v2/ping-token'],
  'v2.login': ['POST', '/api/v2/login'],
  'v2.login.code': ['POST', '/api/v2/login/code'],
  'v2.logout': ['POST', '/api/v2/logout'],
  'v2.register': ['POST', '/api/v2/register'],
  'v2.audit': ['POST', '/api/v2/audit'],
  'v2.customers': ['GET', '/api/v2/customers'],
  'v2.zones': ['GET', '/api/v2/zones'],
  'v2.currencies': ['GET', '/api/v2/currencies'],
  'v2.group': ['GET', '/api/v2/group'],
  'v1.sys.user.modifyPwd': ['POST', '/sys/user/modifyPwd'],
  'v2.brand': ['GET', '/api/v2/brand'],
  'health.ready': ['GET', '/health/ready'],
} as const satisfies Partial<Record<CallName, readonly [Method, string]>>;
