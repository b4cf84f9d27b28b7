/** Types of the virtual modules that `call-paths-plugin.ts` generates. */
declare module 'virtual:first-call-paths' {
  import type { CallSpec } from '@busbar/contract/call';
  import type { CallName } from '@busbar/contract/catalogue';

  export type CallPath = readonly [method: CallSpec['method'], path: string];
  export const FIRST_CALL_PATHS: Readonly<Partial<Record<CallName, CallPath>>>;
}

declare module 'virtual:call-paths' {
  import type { CallPath } from 'virtual:first-call-paths';
  import type { CallName } from '@busbar/contract/catalogue';

  export const CALL_PATHS: Readonly<Record<CallName, CallPath>>;
}
