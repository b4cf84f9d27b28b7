/** The rules for Prometheus and the dashboard for Grafana that are shipped in `deploy`. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export const DEPLOY = new URL('../../../../deploy/', import.meta.url);

interface Rule {
  readonly alert?: string;
  readonly record?: string;
  readonly expr: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

export function shippedRules(): Rule[] {
  const text = readFileSync(new URL('prometheus/busbar-rules.yml', DEPLOY), 'utf8');
  const { groups } = parse(text) as { groups: { rules: Rule[] }[] };
  return groups.flatMap(({ rules }) => rules);
}

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

export interface Drawn {
  readonly title: string;
  readonly expr: string;
  readonly legend: string;
}

/** The expressions of all panels, with the values that Grafana replaces variables by. */
export function shippedPanels(): Drawn[] {
  const text = readFileSync(new URL('grafana/busbar.json', DEPLOY), 'utf8');
  const { panels } = JSON.parse(text) as { panels: Panel[] };
  return panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr, legendFormat }) => ({
      title,
      legend: legendFormat,
      expr: expr
        .replaceAll('$job', 'busbar')
        .replaceAll('$instance', '.*')
        .replaceAll('$__rate_interval', '1m'),
    })),
  );
}

export interface Matcher {
  readonly label: string;
  readonly operator: string;
  readonly value: string;
}

export interface Selector {
  readonly metric: string;
  readonly matchers: readonly Matcher[];
}

const GROUPING = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/g;
const SELECTOR = /(?<![\w:$"])([a-zA-Z_:][\w:]*)\s*(\{[^}]*\})?(?!\s*\(|[\w:{])/g;
const MATCHER = /(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g;
const WORDS = new Set(['and', 'or', 'unless', 'offset', 'bool']);

/** The metrics that an expression reads, and the labels by which it groups them. */
export function partsOf(expr: string): { selectors: Selector[]; grouping: string[] } {
  const grouping = [...expr.matchAll(GROUPING)].flatMap(([, labels = '']) =>
    labels.split(',').map((label) => label.trim()),
  );
  const selectors = [...expr.replaceAll(GROUPING, '').matchAll(SELECTOR)]
    .filter(([, name = '']) => !WORDS.has(name))
    .map(([, metric = '', braces = '']) => ({
      metric,
      matchers: [...braces.matchAll(MATCHER)].map(([, label = '', operator = '', value = '']) => ({
        label,
        operator,
        value,
      })),
    }));
  return { selectors, grouping };
}

/** The metrics in the text format, with the values of each label. */
export function exportedMetrics(text: string): Map<string, Map<string, Set<string>>> {
  const metrics = new Map<string, Map<string, Set<string>>>();
  for (const line of text.split('\n')) {
    const [, name, braces = ''] = /^([a-zA-Z_:][\w:]*)(\{.*\})? /.exec(line) ?? [];
    if (name === undefined) continue;
    const labels = metrics.get(name) ?? new Map<string, Set<string>>();
    metrics.set(name, labels);
    for (const [, label = '', , value = ''] of braces.matchAll(MATCHER)) {
      labels.set(label, (labels.get(label) ?? new Set()).add(value));
    }
  }
  return metrics;
}
