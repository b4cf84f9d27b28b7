/** Words the server writes into the trail, as the filters offer them. */
import { LOG_COMMANDS, LOG_MODULES, LOG_STATUSES } from '../log/log-search.ts';

export const AUDIT_MODULES = [...LOG_MODULES, 'Sign-in', 'Reports', 'Audit trail'] as const;

export const AUDIT_COMMANDS = [
  ...LOG_COMMANDS,
  'sign in',
  'sign out',
  'change password',
  'confirm password',
  'confirm code',
  'make report',
  'export audit trail',
  'remove old entries',
] as const;

export const AUDIT_STATUSES = [...LOG_STATUSES, 'selected'] as const;
