/**
 * Checks the nightly sizes against `docs/promises.md`, and the table of CONTRIBUTING.md against
 * both.
 */
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SIZES, type Size } from './sizes.ts';

const read = (path: string) =>
  readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
const cellsOf = (line: string) =>
  line
    .split('|')
    .map((cell) => cell.trim())
    .slice(1, -1);
const sizes = Object.entries(SIZES).map(([name, entry]) => {
  const { day, full = day, night, reason, promise }: Size = entry;
  return { name, day, full, night, reason, promises: promise?.split(' ') ?? [] };
});

const promises = read('docs/promises.md')
  .split('## Tests of the promises')[0]!
  .split('\n')
  .filter((line) => /^\| [A-Z]\d+ \|/.test(line))
  .map(cellsOf)
  .map(([id = '', number = '', name = '']) => ({
    id,
    number: Number(number.replaceAll(',', '')),
    name,
  }));

describe('the nightly sizes', () => {
  it.each(promises)('reach the $number of promise $id ($name)', ({ id, number, name }) => {
    const entry = sizes.find((one) => one.name === name);
    expect(number).toBeGreaterThan(0);
    expect(entry?.promises).toContain(id);
    expect(entry?.night).toBeGreaterThanOrEqual(number);
  });

  it('cite no promise that docs/promises.md does not contain', () => {
    const named = promises.map(({ id, name }) => `${id} ${name}`);
    const claimed = sizes.flatMap(({ name, promises: ids }) => ids.map((id) => `${id} ${name}`));
    expect(claimed.toSorted()).toEqual(named.toSorted());
  });

  it('are not below those of the other tiers', () => {
    expect(sizes.filter(({ day, full, night }) => day > full || full > night)).toEqual([]);
  });

  it('equal those of the table in CONTRIBUTING.md', () => {
    const rows = sizes.map(({ name, day, full, night, promises: ids, reason }) => [
      name,
      day.toLocaleString('en'),
      full.toLocaleString('en'),
      night.toLocaleString('en'),
      ids.join(', '),
      reason,
    ]);
    const documented = read('CONTRIBUTING.md')
      .split('\n')
      .filter((line) => /^\| \w+ \| [\d,]+ \| [\d,]+ \| [\d,]+ \|/.test(line))
      .map(cellsOf);
    const table = rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
    expect(documented, `the table is to be:\n${table}\n`).toEqual(rows);
  });
});

describe('a soak test size', () => {
  /** Loads the module as a process with this environment does, and captures its output. */
  async function loadWith(env: Record<string, string>) {
    vi.resetModules();
    vi.restoreAllMocks();
    vi.stubEnv('TEST_SIZE', '');
    vi.stubEnv('TEST_TIER', '');
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    const print = vi.spyOn(console, 'log').mockReturnValue();
    const { seed, size } = await import('./sizes.ts');
    return { seed, size, printed: () => print.mock.calls.flat() };
  }
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });

  it('is printed once, with the size of a nightly run', async () => {
    const { size, printed } = await loadWith({});
    expect([size('kills'), size('kills')]).toEqual([2, 2]);
    expect(printed()).toEqual(['size kills: 2 (nightly 100)']);
    expect((await loadWith({ TEST_TIER: 'full' })).size('kills')).toBe(4);
    expect((await loadWith({ TEST_TIER: 'full' })).size('lockRounds')).toBe(3);
    expect((await loadWith({ TEST_SIZE: 'nightly' })).size('kills')).toBe(100);
  });

  it('is overridden by its environment variable', async () => {
    const { size } = await loadWith({ SIZE_FAULTED_KILLS: '7' });
    expect(size('faultedKills')).toBe(7);
  });

  it.each([{ SIZE_KILLS: '0' }, { SIZE_KILLS: 'many' }, { TEST_SIZE: 'Nightly' }])(
    'is rejected with %o',
    async (env) => {
      await expect(loadWith(env).then(({ size }) => size('kills'))).rejects.toThrow();
    },
  );

  it('has a fixed seed by default and a new, printed one in a nightly run', async () => {
    expect((await loadWith({})).seed('kills', 3)).toBe(3);
    const nightly = { TEST_SIZE: 'nightly' };
    const first = await loadWith(nightly);
    const drawn = first.seed('kills', 3);
    expect(first.printed()).toEqual([`SEED_KILLS=${drawn}`]);
    expect((await loadWith(nightly)).seed('kills', 3)).not.toBe(drawn);
    expect((await loadWith({ ...nightly, SEED_KILLS: '5' })).seed('kills', 3)).toBe(5);
  });
});
