import { parseArgs } from 'node:util';
import type { DatabaseKind } from './bench-engine.ts';

type Defaults = Readonly<Record<string, string | boolean | undefined>>;

type Values<D> = { [K in keyof D]: D[K] extends boolean ? boolean : D[K] };

/**
 * Reads the options of a measurement: `--database`, and those of `defaults`, which require a value
 * unless the default is a boolean. `engines` are the databases to measure: both by default.
 */
export function benchOptions<D extends Defaults>(
  args: readonly string[],
  defaults: D,
): Values<D> & { readonly database: DatabaseKind; readonly engines: readonly DatabaseKind[] } {
  const options = Object.entries({ database: undefined, ...defaults }).map(([name, value]) => {
    const type = typeof value === 'boolean' ? ('boolean' as const) : ('string' as const);
    return [name, { type, ...(value === undefined ? {} : { default: value }) }];
  });
  const { values } = parseArgs({ args: [...args], options: Object.fromEntries(options) });
  const { database, ...others } = values as Values<D> & { readonly database?: DatabaseKind };
  return {
    ...(others as Values<D>),
    database: database ?? 'external',
    engines: database === undefined ? ['external', 'embedded'] : [database],
  };
}
