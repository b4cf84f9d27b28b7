/**
 * Method and path of every call as modules computed from the contract at build time, because the
 * catalogue itself would add its schema library to the browser bundle.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CallName } from '@busbar/contract/catalogue';
import { tsImport } from 'tsx/esm/api';
import type { Plugin } from 'vite';

/**
 * The calls of the pages before the sign-in, except rare ones, and the first ones after it. The
 * others are loaded with the shell or when one of them is sent, so that their number does not
 * increase the size of the first page.
 */
const FIRST_CALLS: readonly CallName[] = [
  'v2.ping-token',
  'v2.login',
  'v2.login.code',
  'v2.logout',
  'v2.register',
  'v2.register.name',
  'v2.audit',
  'v2.customers',
  'v2.zones',
  'v2.currencies',
  'v2.group',
  'v1.sys.user.modifyPwd',
  'v2.brand',
  'v2.sys.menus',
  'v2.energy-fee',
  'health.ready',
];

const CONTRACT = fileURLToPath(new URL('../../packages/contract/src', import.meta.url));

export function callPaths(): Plugin {
  return {
    name: 'call-paths',
    resolveId: {
      filter: { id: /^virtual:(?:first-)?call-paths$/ },
      handler: (id) => `\0${id}`,
    },
    load: {
      filter: { id: /^\0virtual:(?:first-)?call-paths$/ },
      async handler(id) {
        // Not with Vite's own runner, which gives up after a minute on a machine under load.
        const { CATALOGUE }: typeof import('@busbar/contract/catalogue') = await tsImport(
          join(CONTRACT, 'catalogue.ts'),
          import.meta.url,
        );
        for (const file of readdirSync(CONTRACT, { recursive: true, encoding: 'utf8' })) {
          if (file.endsWith('.ts')) this.addWatchFile(join(CONTRACT, file));
        }
        const first = id === '\0virtual:first-call-paths';
        const rows = CATALOGUE.filter(({ name }) => FIRST_CALLS.includes(name) === first);
        const paths = JSON.stringify(
          Object.fromEntries(rows.map(({ name, method, path }) => [name, [method, path]])),
        );
        return first
          ? `export const FIRST_CALL_PATHS = ${paths};`
          : `import { FIRST_CALL_PATHS } from 'virtual:first-call-paths';
             export const CALL_PATHS = { ...FIRST_CALL_PATHS, ...${paths} };`;
      },
    },
  };
}
