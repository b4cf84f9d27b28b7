/**
 * Merges scripts that users load together. The groups are computed by a build of their own, and
 * therefore in this hook and not in the configuration file, which other programs read as well.
 */
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { scriptGroups } from './first-pass.ts';

/** Libraries of every page, whose file remains the same over most updates. */
const CORE =
  /node_modules[\\/](react|react-dom|scheduler|@tanstack|i18next|i18next-resources-to-backend|react-i18next|use-sync-external-store)[\\/]|rolldown[\\/]runtime/;

export function groupScripts(): Plugin {
  return {
    name: 'group-scripts',
    apply: 'build',
    async config() {
      const groups = await scriptGroups(join(import.meta.dirname, '..'));
      return {
        build: {
          rolldownOptions: {
            output: {
              codeSplitting: {
                // Dependencies are groups of their own, so a group must not capture them as well.
                groups: [
                  { name: 'core', test: CORE, priority: 100 },
                  ...groups.map(({ name, modules }, at) => ({
                    name,
                    test: (id: string) => modules.has(id),
                    priority: groups.length - at,
                  })),
                ],
              },
            },
          },
        },
      };
    },
  };
}
