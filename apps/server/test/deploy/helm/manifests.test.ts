/** What every rendered manifest of the chart promises, whatever the values. */
import { readFileSync } from 'node:fs';
import type { Deployment } from 'kubernetes-types/apps/v1';
import type { Service } from 'kubernetes-types/core/v1';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1';
import { describe, expect, it } from 'vitest';
import { HELMS, type Manifest, marked, ofKind, podsOf, render, VARIANTS } from './render-chart.ts';

const MAIN = new URL('../../../src/main.ts', import.meta.url);
const STOP_LIMIT_S =
  Number(/STOP_LIMIT_MS = ([\d_]+)/.exec(readFileSync(MAIN, 'utf8'))?.[1]?.replaceAll('_', '')) /
  1000;

const cases = HELMS.flatMap((helm) =>
  Object.entries(VARIANTS).map(([name, values]) => ({ helm, name, values })),
);

describe
  .skipIf(cases.length === 0)
  .each(
    cases.length === 0 ? [{ helm: { version: '', program: '' }, name: '', values: {} }] : cases,
  )('the chart with $name, rendered by Helm $helm.version', ({ helm, values }) => {
  const manifests: Manifest[] = helm.program === '' ? [] : render(helm, values);
  const pods = podsOf(manifests);
  const deployments = ofKind<Deployment>(manifests, 'Deployment');

  it('has a Deployment of each role and a Job of migrations', () => {
    const parts = pods.map(({ kind, labels }) => [kind, labels['app.kubernetes.io/component']]);
    expect(parts.sort()).toEqual([
      ['Deployment', 'api'],
      ['Deployment', 'gateway'],
      ['Deployment', 'worker'],
      ['Job', 'migration'],
    ]);
  });

  it.each(pods)('$kind $metadata.name has the level restricted of pod security', (part) => {
    expect(part.pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: 10001,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(part.pod.automountServiceAccountToken).toBe(false);
    expect(part.pod.containers).toHaveLength(1);
    expect(part.container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(part.container.resources).toMatchObject({
      requests: { cpu: expect.any(String), memory: expect.any(String) },
      limits: { memory: expect.any(String) },
    });
  });

  it.each(pods)('$kind $metadata.name mounts every folder that it writes', ({ pod, container }) => {
    const mounted = container.volumeMounts!.map(({ name }) => name);
    expect(mounted.sort()).toEqual(pod.volumes!.map(({ name }) => name).sort());
    expect(container.volumeMounts!.map(({ mountPath }) => mountPath)).toEqual(
      expect.arrayContaining(['/data', '/tmp', '/run/secrets/busbar']),
    );
  });

  it('probes every server, and a liveness probe does not depend on the database', () => {
    for (const { kind, container } of pods) {
      if (kind === 'Job') continue;
      expect(container.startupProbe?.httpGet).toEqual({ path: '/health/live', port: 'http' });
      expect(container.livenessProbe?.httpGet).toEqual({ path: '/health/live', port: 'http' });
      expect(container.readinessProbe?.httpGet).toEqual({ path: '/health/ready', port: 'http' });
      expect(container.ports).toContainEqual({ name: 'http', containerPort: 8080 });
    }
  });

  it('replaces pods without a gap, and grants them the time of an orderly stop', () => {
    for (const { spec } of deployments) {
      expect(spec!.strategy).toEqual({
        type: 'RollingUpdate',
        rollingUpdate: { maxUnavailable: 0, maxSurge: 1 },
      });
      const { terminationGracePeriodSeconds, containers } = spec!.template.spec!;
      const [program, seconds] = containers[0]!.lifecycle!.preStop!.exec!.command!;
      expect(program).toBe('sleep');
      expect(STOP_LIMIT_S).toBeGreaterThan(0);
      expect(terminationGracePeriodSeconds!).toBeGreaterThan(Number(seconds) + STOP_LIMIT_S);
    }
  });

  it('selects the pods of one part only', () => {
    const selectors = [
      ...deployments.map(({ spec }) => spec!.selector.matchLabels!),
      ...ofKind<Service>(manifests, 'Service').map(({ spec }) => spec!.selector!),
      ...ofKind<PodDisruptionBudget>(manifests, 'PodDisruptionBudget').map(
        ({ spec }) => spec!.selector!.matchLabels!,
      ),
    ];
    expect(selectors.length).toBeGreaterThan(6);
    for (const selector of selectors) {
      const selected = pods.filter(({ labels }) =>
        Object.entries(selector).every(([name, value]) => labels[name] === value),
      );
      expect(selected).toHaveLength(1);
    }
  });

  it('has services that lead to ports of their pods', () => {
    for (const { spec } of ofKind<Service>(manifests, 'Service')) {
      const { container } = pods.find(
        ({ labels }) =>
          labels['app.kubernetes.io/component'] === spec!.selector!['app.kubernetes.io/component'],
      )!;
      const names = container.ports!.map(({ name }) => name);
      for (const { targetPort } of spec!.ports!) expect(names).toContain(targetPort);
    }
  });

  it('has secrets in Secrets only', () => {
    const others = manifests.filter(({ kind }) => kind !== 'Secret');
    expect(JSON.stringify(others)).not.toContain(marked(''));
    for (const { container } of pods) {
      const words = [...(container.command ?? []), ...(container.args ?? [])];
      expect(words.join(' ')).not.toMatch(/secret|password|_URL|KEY/i);
      for (const { name, value } of container.env ?? []) {
        if (!/(URL|KEY|PASSWORD|FORMER|FILE)$/.test(name)) continue;
        expect(value).toMatch(/^\/run\/secrets\/(?:busbar\/[A-Z_]+|mqtt-tls\/tls\.key)$/);
      }
    }
  });

  it('refers to what exists', () => {
    const names = new Set(manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`));
    for (const given of ['kept', 'mqtt-certificate']) names.add(`Secret ${given}`);
    names.add('PersistentVolumeClaim files');
    for (const { pod, container } of pods) {
      const used = [
        ...pod.volumes!.flatMap(({ secret, persistentVolumeClaim: claim }) => [
          ...(secret ? [`Secret ${secret.secretName}`] : []),
          ...(claim ? [`PersistentVolumeClaim ${claim.claimName}`] : []),
        ]),
        ...(container.envFrom ?? []).map(({ configMapRef }) => `ConfigMap ${configMapRef!.name}`),
      ];
      expect(used.filter((name) => !names.has(name))).toEqual([]);
    }
  });
});
