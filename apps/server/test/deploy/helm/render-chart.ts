/** The chart in deploy/helm, rendered by each installed version of Helm. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Deployment } from 'kubernetes-types/apps/v1';
import type { Job } from 'kubernetes-types/batch/v1';
import type { Container, PodSpec } from 'kubernetes-types/core/v1';
import type { ObjectMeta } from 'kubernetes-types/meta/v1';
import { parseAllDocuments } from 'yaml';
import { type InstalledHelm, installedHelms } from '../../../../../scripts/helm.mjs';
import { DEPLOY } from '../monitoring-files.ts';

export const CHART = fileURLToPath(new URL('helm/busbar/', DEPLOY));
export const RELEASE = 'plant';

export const HELMS = installedHelms();
if (HELMS.length === 0) console.warn('SKIPPED: the chart, Helm is not installed.');

/** Fields of a kind that the tests read; all of them are compared with the types of Kubernetes. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta & { readonly name: string };
}

/** A value that must appear in Secrets only. */
export const marked = (name: string): string => `marked-${name.toLowerCase()}`;

const SECRETS = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'SECRETS_KEY', 'SMTP_URL'];
const OWN = { values: Object.fromEntries(SECRETS.map((name) => [name, marked(name)])) };

/** Values of every way to install. */
export const VARIANTS: Readonly<Record<string, object>> = {
  'an existing Secret': { secrets: { existingSecret: 'kept' } },
  'secrets among the values': { secrets: OWN },
  'every option': {
    secrets: OWN,
    image: { digest: `sha256:${'0'.repeat(64)}` },
    imagePullSecrets: [{ name: 'registry' }],
    publicUrl: 'https://busbar.example.org',
    trustedProxies: ['10.0.0.0/8', '192.168.1.7'],
    settings: { LOG_LEVEL: 'warn', KEEP_LOG_DAYS: 36_600, UNSAFE_DATABASE: 1 },
    gateway: {
      proxyProtocol: true,
      tls: { secretName: 'mqtt-certificate' },
      dtu: { enabled: true },
      service: { annotations: { a: 'b' }, loadBalancerSourceRanges: ['10.0.0.0/8'] },
    },
    ingress: { enabled: true, className: 'nginx', annotations: { c: 'd' }, tlsSecretName: 'web' },
    data: { storageClassName: 'shared' },
    serviceAccountName: 'busbar',
    podAnnotations: { e: 'f' },
    podLabels: { g: 'h' },
    nodeSelector: { disk: 'ssd' },
    tolerations: [{ key: 'busbar', operator: 'Exists' }],
    priorityClassName: 'high',
    fullnameOverride: 'grid',
  },
  'an external broker without metrics': {
    secrets: { existingSecret: 'kept', keys: ['DATABASE_URL', 'SECRETS_KEY', 'MQTT_URL'] },
    gateway: { externalBroker: true, service: { type: 'ClusterIP' } },
    metrics: { enabled: false },
    data: { existingClaim: 'files' },
    preStopSeconds: 45,
  },
};

export function runHelm({ program }: InstalledHelm, words: readonly string[], values: object) {
  return spawnSync(program, [...words, '--values', '-'], {
    encoding: 'utf8',
    input: JSON.stringify(values),
  });
}

/** Throws the message of Helm if the values are refused. */
export function render(helm: InstalledHelm, values: object): Manifest[] {
  const words = ['template', RELEASE, CHART, '--namespace', 'power'];
  const { status, stdout, stderr } = runHelm(helm, words, values);
  if (status !== 0) throw new Error(stderr);
  return parseAllDocuments(stdout)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null);
}

export const ofKind = <Kind>(manifests: readonly Manifest[], kind: string): Kind[] =>
  manifests.filter((one) => one.kind === kind) as unknown as Kind[];

/** The pods of Deployments and Jobs, with the labels that they get. */
export function podsOf(manifests: readonly Manifest[]) {
  const owners = [...ofKind<Deployment>(manifests, 'Deployment'), ...ofKind<Job>(manifests, 'Job')];
  return owners.map(({ kind, metadata, spec }) => {
    const pod: PodSpec = spec!.template!.spec!;
    const container: Container = pod.containers[0]!;
    return { kind, metadata, pod, container, labels: spec!.template!.metadata!.labels! };
  });
}
