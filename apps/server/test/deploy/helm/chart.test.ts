/** The chart as a whole: lint, values that are refused, the migration before the first pod. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../../src/config/config.ts';
import { SECRET_NAMES } from '../../../src/config/secret-files.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import {
  CHART,
  HELMS,
  type Manifest,
  ofKind,
  podsOf,
  render,
  runHelm,
  VARIANTS,
} from './render-chart.ts';
import { typeErrors } from './type-errors.ts';

const ROOT = new URL('../../../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');
const schema = JSON.parse(readFileSync(join(CHART, 'values.schema.json'), 'utf8'));
const helms = HELMS.length === 0 ? [{ version: '', program: '' }] : HELMS;
const OWN = VARIANTS['secrets among the values']!;
const HOOK = 'helm.sh/hook';

it('the chart has the version of the program', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const chart = parse(readFileSync(join(CHART, 'Chart.yaml'), 'utf8'));
  expect(chart).toMatchObject({ version, appVersion: version });
});

it('the schema of the values knows every secret, and no setting is one', () => {
  const { secrets, settings } = schema.properties;
  const known: string[] = secrets.properties.keys.items.enum;
  const wanted = [...SECRET_NAMES, 'SECRETS_KEY'].filter((name) => name !== 'DEMO_PASSWORD');
  expect([...known].sort()).toEqual(wanted.sort());
  expect(secrets.properties.values.propertyNames.enum).toEqual(known);
  const [{ enum: refused }] = settings.propertyNames.not.anyOf;
  expect(refused).toEqual(expect.arrayContaining([...known, 'DEMO_PASSWORD']));
});

it('the Job starts a program of the image', () => {
  expect(read('scripts/build.mjs')).toContain('migrate: join(');
  expect(read('Containerfile')).toContain('"/opt/busbar/apps/server/dist/main.js"');
});

describe.skipIf(HELMS.length === 0).each(helms)('with Helm $version', (helm) => {
  it.each(Object.entries(VARIANTS))('helm lint accepts %s', (_, values) => {
    const { status, stdout } = runHelm(helm, ['lint', '--strict', CHART], values);
    expect({ status, output: status === 0 ? '' : stdout }).toEqual({ status: 0, output: '' });
  });

  it.each([
    ['no database', {}, /An external PostgreSQL is required: put its DATABASE_URL/],
    [
      'no key',
      { secrets: { values: { DATABASE_URL: 'postgresql://a/b' } } },
      /The pods need a common SECRETS_KEY \(openssl rand -base64 32\)/,
    ],
    [
      'two sources of secrets',
      { secrets: { existingSecret: 'a', values: { DATABASE_URL: 'b' } } },
      /Set either secrets.existingSecret or secrets.values, not both/,
    ],
    [
      'the PROXY protocol without proxies',
      { ...OWN, gateway: { proxyProtocol: true } },
      /gateway.proxyProtocol needs trustedProxies/,
    ],
    [
      'an external broker without an address',
      { ...OWN, gateway: { externalBroker: true } },
      /gateway.externalBroker needs MQTT_URL/,
    ],
    ['an ingress without a host', { ...OWN, ingress: { enabled: true } }, /Set ingress.host or/],
    ['a secret among the settings', { ...OWN, settings: { SMTP_URL: 'smtp://a' } }, /SMTP_URL/],
    ['a setting of the chart', { ...OWN, settings: { ROLES: 'api' } }, /ROLES/],
    ['an unknown value', { ...OWN, replicas: 3 }, /replicas/],
    ['no replica', { ...OWN, api: { replicas: 0 } }, /replicas/],
  ])('refuses %s', (_, values, sentence) => {
    expect(() => render(helm, values)).toThrow(sentence);
  });

  it.each(Object.entries(VARIANTS))('migrates with %s before the pods exist', (_, values) => {
    const manifests = render(helm, values);
    const hooks = manifests.filter(({ metadata }) => metadata.annotations?.[HOOK] !== undefined);
    expect(hooks.map(({ metadata }) => metadata.annotations![HOOK])).toEqual(
      hooks.map(() => 'pre-install,pre-upgrade'),
    );
    const weightOf = ({ metadata }: Manifest) =>
      Number(metadata.annotations!['helm.sh/hook-weight']);
    const job = hooks.find(({ kind }) => kind === 'Job')!;
    const { container, pod } = podsOf(manifests).find(({ kind }) => kind === 'Job')!;
    expect(container.command).toEqual(['node', '/opt/busbar/apps/server/dist/migrate.js']);
    expect(container.envFrom).toBeUndefined();
    const { secretName } = pod.volumes!.find(({ name }) => name === 'secrets')!.secret!;
    const own = hooks.find(
      ({ kind, metadata }) => kind === 'Secret' && metadata.name === secretName,
    );
    if (secretName !== 'kept') expect(weightOf(own!)).toBeLessThan(weightOf(job));
    // A password of no use to the migration is not in its Secret.
    const names = pod.volumes!.find(({ name }) => name === 'secrets')!.secret!.items!;
    expect(names.map(({ key }) => key).every((key) => key.startsWith('DATABASE_'))).toBe(true);
  });

  it.each(Object.entries(VARIANTS))(
    'gives the server with %s settings that it accepts',
    (_, values) => {
      const manifests = render(helm, values);
      const [settings] = ofKind<{ data: Record<string, string> }>(manifests, 'ConfigMap');
      const folder = temporaryFolder();
      const written = (name: string): string => {
        const file = join(folder, name);
        writeFileSync(
          file,
          name.endsWith('_URL') ? ADDRESSES[name]! : Buffer.alloc(32, 1).toString('base64'),
        );
        return file;
      };
      for (const { kind, container, labels } of podsOf(manifests)) {
        if (kind === 'Job') continue;
        const own = Object.fromEntries(
          container.env!.map(({ name, value = '' }) => [
            name,
            name.endsWith('_FILE') ? written(name.replace(/_FILE$/, '')) : value,
          ]),
        );
        const config = readConfig({ ...settings!.data, ...own });
        expect([...config.roles]).toEqual([labels['app.kubernetes.io/component']]);
        expect(config).toMatchObject({
          host: '0.0.0.0',
          port: 8080,
          dataDir: '/data',
          demo: false,
        });
        expect(config.databaseUrl).toBe(ADDRESSES['DATABASE_URL']);
        expect(config.secretsKeyFile).toBe(join(folder, 'SECRETS_KEY'));
      }
    },
  );

  it('accepts the values of docs/install/kubernetes.md', () => {
    const [, values = ''] = /```yaml\n(.*?)```/s.exec(read('docs/install/kubernetes.md')) ?? [];
    const manifests = render(helm, parse(values) as object);
    expect(manifests.map(({ kind }) => kind)).toContain('Ingress');
    const gateway = podsOf(manifests).find(
      ({ labels }) => labels['app.kubernetes.io/component'] === 'gateway',
    );
    expect(gateway!.container.ports).toContainEqual({ name: 'mqtts', containerPort: 8883 });
  });

  it('writes numbers and truth values of settings as a person types them', () => {
    const settings = { A: 2_000_000, B: 0.5, C: true, D: '007' };
    const [map] = ofKind<{ data: object }>(render(helm, { ...OWN, settings }), 'ConfigMap');
    expect(map!.data).toMatchObject({ A: '2000000', B: '0.5', C: 'true', D: '007' });
  });

  it('renders manifests that have the types of Kubernetes', () => {
    const manifests = Object.values(VARIANTS).flatMap((values) => render(helm, values));
    expect(typeErrors(manifests)).toBe('');
    const wrong = structuredClone(manifests) as unknown as { spec: { replica: number } }[];
    wrong.find((one) => (one as unknown as Manifest).kind === 'Deployment')!.spec.replica = 1;
    expect(typeErrors(wrong as unknown as Manifest[])).toContain(
      `'"replica"' does not exist in type 'DeploymentSpec'`,
    );
  });
});

const ADDRESSES: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgresql://user:password@db/busbar',
  DATABASE_DIRECT_URL: 'postgresql://user:password@direct/busbar',
  SMTP_URL: 'smtp://user:password@mail:587',
  MQTT_URL: 'mqtt://user:password@broker',
};
