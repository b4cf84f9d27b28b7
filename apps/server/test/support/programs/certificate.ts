/** A certificate for 127.0.0.1, created by openssl. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

export interface CertificateFiles {
  readonly folder: string;
  readonly certFile: string;
  readonly keyFile: string;
}

/** The files are deleted after the test file; without openssl there are none. */
export function createCertificate(): CertificateFiles {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-tls-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const certFile = join(folder, 'cert.pem');
  const keyFile = join(folder, 'key.pem');
  if (hasOpenssl) {
    const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    execFileSync(
      'openssl',
      ['req', '-x509', ...key, '-keyout', keyFile, '-out', certFile, '-days', '2', ...subject],
      { stdio: 'ignore' },
    );
  }
  return { folder, certFile, keyFile };
}
