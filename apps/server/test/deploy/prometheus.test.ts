/**
 * Debian's Prometheus with the shipped configuration: promtool checks and tests the rules, and a
 * running server is scraped until every rule and every panel has been evaluated.
 */
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { closeAfterFile } from '../support/close-after-file.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { fixture } from '../support/fixture.ts';
import { pollUntil } from '../support/programs/poll-until.ts';
import { freePort } from '../support/programs/server-program.ts';
import { startServer } from '../support/start-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { DEPLOY, shippedPanels, shippedRules } from './monitoring-files.ts';

const isInstalled = ['promtool', 'prometheus'].every(
  (program) => spawnSync(program, ['--version']).status === 0,
);
if (!isInstalled) console.warn('SKIPPED: Prometheus with the shipped rules, not installed.');

const RULES = fileURLToPath(new URL('prometheus/', DEPLOY));

interface Answer<Data> {
  readonly status: string;
  readonly error?: string;
  readonly data: Data;
}
interface Evaluated {
  readonly name: string;
  readonly health: string;
  readonly lastError?: string;
}

describeWithDatabase('the shipped Prometheus configuration', (database) => {
  it.skipIf(!isInstalled).each([
    ['check', 'rules', 'busbar-rules.yml'],
    ['check', 'config', 'prometheus.yml'],
    ['test', 'rules', 'busbar-rules-test.yml'],
  ])('passes promtool %s %s %s', (...words) => {
    const { status, stdout, stderr } = spawnSync('promtool', words, {
      cwd: RULES,
      encoding: 'utf8',
    });
    expect({ status, output: status === 0 ? '' : stdout + stderr }).toEqual({
      status: 0,
      output: '',
    });
  });

  /** Starts it with the shipped files, but with the port of the server and intervals of a second. */
  const prometheus = fixture(async () => {
    if (!isInstalled) return { url: '' };
    const server = await startServer(database, {
      clock: systemClock,
      env: { METRICS_PORT: '0', DTU_PORT: '0' },
    });
    await fetch(`${server.url}/health/live`);
    const folder = temporaryFolder();
    const config = readFileSync(join(RULES, 'prometheus.yml'), 'utf8')
      .replace('127.0.0.1:9464', new URL(server.parts.metricsUrl!).host)
      .replaceAll('interval: 30s', 'interval: 1s');
    writeFileSync(join(folder, 'prometheus.yml'), config);
    copyFileSync(join(RULES, 'busbar-rules.yml'), join(folder, 'busbar-rules.yml'));
    const port = await freePort();
    const child = spawn(
      'prometheus',
      [
        `--config.file=${join(folder, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: 'ignore' },
    );
    closeAfterFile(async () => void child.kill('SIGKILL'));
    return { url: `http://127.0.0.1:${port}/api/v1` };
  });

  async function ask<Data>(path: string): Promise<Answer<Data>> {
    const response = await fetch(`${prometheus.url}/${path}`);
    return (await response.json()) as Answer<Data>;
  }

  it.skipIf(!isInstalled)('evaluates every rule on the metrics of a server', async () => {
    const evaluated = await pollUntil(
      async () => {
        const answer = await ask<{ groups: { rules: Evaluated[] }[] }>('rules').catch(() => null);
        return answer?.data?.groups.flatMap(({ rules }) => rules) ?? [];
      },
      (rules) => rules.length > 0 && rules.every(({ health }) => health !== 'unknown'),
      120_000,
    );
    expect(evaluated).toHaveLength(shippedRules().length);
    const faulty = evaluated.filter(({ health }) => health !== 'ok');
    expect(faulty.map(({ name, lastError }) => ({ name, lastError }))).toEqual([]);
  });

  it.skipIf(!isInstalled)(
    'evaluates every panel, and only that of the backup is empty',
    async () => {
      const look = ({ expr }: { expr: string }) =>
        ask<{ result: unknown[] }>(`query?query=${encodeURIComponent(expr)}`);
      const empty: string[] = [];
      for (const panel of shippedPanels()) {
        // Rates exist from the second scrape on.
        const { status, error, data } = await pollUntil(
          () => look(panel),
          (answer) =>
            answer.status !== 'success' ||
            answer.data.result.length > 0 ||
            panel.expr.includes('busbar_backup_'),
          120_000,
        );
        expect({ expr: panel.expr, status, error }).toEqual({
          expr: panel.expr,
          status: 'success',
          error: undefined,
        });
        if (data.result.length === 0) empty.push(panel.title);
      }
      expect(empty).toEqual(['Age of the newest backup']);
    },
  );
});
