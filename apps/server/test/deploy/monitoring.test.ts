/** The shipped rules and panels name only metrics and labels that `/metrics` has. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { fixture } from '../support/fixture.ts';
import { startServer } from '../support/start-server.ts';
import {
  DEPLOY,
  exportedMetrics,
  partsOf,
  type Selector,
  shippedPanels,
  shippedRules,
} from './monitoring-files.ts';

/** Labels that Prometheus adds to every metric of a process. */
const ADDED = ['job', 'instance'];
/** Metrics that Prometheus itself writes. */
const OF_PROMETHEUS = new Map([
  ['up', []],
  ['ALERTS', ['alertname', 'alertstate']],
]);
const ALTERNATIVES = /^\w+(?:\|\w+)*$/;

describeWithDatabase('the shipped monitoring', (database) => {
  const exported = fixture(async () => {
    const server = await startServer(database, { env: { METRICS_PORT: '0', DTU_PORT: '0' } });
    // Requests are counted by status from the first one on.
    await fetch(`${server.url}/health/live`);
    return { metrics: exportedMetrics(await (await fetch(server.parts.metricsUrl!)).text()) };
  });
  const rules = shippedRules();
  const recorded = new Set(rules.flatMap(({ record }) => record ?? []));
  const backup = readFileSync(new URL('backup/busbar-backup', DEPLOY), 'utf8');

  function labelsOf(metric: string): readonly string[] | undefined {
    const ofPrometheus = OF_PROMETHEUS.get(metric);
    if (ofPrometheus !== undefined) return ofPrometheus;
    if (recorded.has(metric)) return [];
    const labels = exported.metrics.get(metric);
    if (labels !== undefined) return [...labels.keys()];
    return backup.includes(`TYPE ${metric} `) ? [] : undefined;
  }

  function faultsOfSelector({ metric, matchers }: Selector): string[] {
    const labels = labelsOf(metric);
    if (labels === undefined) return [`no metric ${metric}`];
    return matchers.flatMap(({ label, operator, value }) => {
      if (ADDED.includes(label)) return [];
      if (!labels.includes(label)) return [`no label ${label} of ${metric}`];
      const known = exported.metrics.get(metric)?.get(label);
      if (known === undefined || (operator !== '=' && !ALTERNATIVES.test(value))) return [];
      return value
        .split('|')
        .filter((one) => !known.has(one))
        .map((one) => `${metric} has no ${label} ${one}`);
    });
  }

  function faultsOf(expr: string, further: readonly string[] = []): string[] {
    const { selectors, grouping } = partsOf(expr);
    const labels = new Set([
      ...ADDED,
      ...selectors.flatMap(({ metric }) => labelsOf(metric) ?? []),
    ]);
    return [
      ...(selectors.length === 0 ? [`no metric in ${expr}`] : []),
      ...selectors.flatMap(faultsOfSelector),
      ...[...grouping, ...further]
        .filter((label) => !labels.has(label))
        .map((label) => `no label ${label} in ${expr}`),
    ];
  }

  it('has rules of existing metrics', () => {
    expect(rules.length).toBeGreaterThan(30);
    expect(rules.flatMap(({ expr }) => faultsOf(expr))).toEqual([]);
  });

  it('has alerts with a severity, a summary and an action', () => {
    const alerts = rules.filter(({ alert }) => alert !== undefined);
    for (const { alert, labels, annotations } of alerts) {
      expect({ alert, severity: labels?.['severity'] }).toEqual({
        alert,
        severity: expect.stringMatching(/^(critical|warning)$/),
      });
      expect(Object.keys(annotations ?? {})).toEqual(['summary', 'action']);
    }
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
  });

  it('has panels of existing metrics, with legends of existing labels', () => {
    const panels = shippedPanels();
    expect(panels.length).toBeGreaterThan(40);
    const faults = panels.flatMap(({ expr, legend }) =>
      faultsOf(
        expr,
        [...legend.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label),
      ),
    );
    expect(faults).toEqual([]);
  });

  it('finds a metric, a label and a value that do not exist', () => {
    expect([
      ...faultsOf('rate(busbar_ingest_row_total[5m])'),
      ...faultsOf('sum by (outcom) (busbar_ingest_rows_total{outcome="stored"})'),
      ...faultsOf('up{name="x"} == 0'),
    ]).toEqual([
      'no metric busbar_ingest_row_total',
      'busbar_ingest_rows_total has no outcome stored',
      'no label outcom in sum by (outcom) (busbar_ingest_rows_total{outcome="stored"})',
      'no label name of up',
    ]);
  });
});
