import { parseArgs } from 'node:util';
import type { DatabaseKind } from './bench-engine.ts';

type Defaults = Readonly<Record<string, string | boolean | undefined>>;

type Values<D> = { [K in keyof D]: D[K] extends boolean ? boolean : D[K] };

/** The kinds that every measurement knows. */
type UndistributedKind = Exclude<DatabaseKind, 'distributed'>;

interface EngineChoice {
  /** Permits `--database distributed`, which measures an external database first. */
  readonly mayDistribute?: boolean;
}

/**
 * Reads the options of a measurement: `--database`, and those of `defaults`, which require a value
 * unless the default is a boolean. `engines` are the databases to measure: external and embedded by
 * default. Throws if the measurement does not know the database.
 */
export function benchOptions<D extends Defaults>(
  args: readonly string[],
  defaults: D,
  { mayDistribute = false }: EngineChoice = {},
): Values<D> & {
  readonly database: UndistributedKind;
  readonly engines: readonly DatabaseKind[];
} {
  const options = Object.entries({ database: undefined, ...defaults }).map(([name, value]) => {
    const type = typeof value === 'boolean' ? ('boolean' as const) : ('string' as const);
    return [name, { type, ...(value === undefined ? {} : { default: value }) }];
  });
  const { values } = parseArgs({ args: [...args], options: Object.fromEntries(options) });
  const { database, ...others } = values as Values<D> & { readonly database?: DatabaseKind };
  if (database === 'distributed') {
    if (!mayDistribute) throw new Error('this is not measured on a distributed database');
    return {
      ...(others as Values<D>),
      database: 'external',
      engines: ['external', 'distributed'],
    };
  }
  return {
    ...(others as Values<D>),
    database: database ?? 'external',
    engines: database === undefined ? ['external', 'embedded'] : [database],
  };
}
