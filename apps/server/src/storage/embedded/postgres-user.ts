/**
 * The system user of the database process. PostgreSQL refuses to run as root, so under root the
 * process runs as the first of these users that exists; otherwise it runs as the user of the
 * server.
 */
import { readFileSync } from 'node:fs';
import { StartError } from '../start-error.ts';

export interface SystemUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

const CANDIDATES = ['busbar', 'postgres', 'nobody'];

/** Returns undefined for this process's user. Throws StartError if root finds no suitable user. */
export function postgresUser(): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readUsers();
  for (const name of CANDIDATES) {
    const user = users.find((one) => one.name === name && one.uid !== 0);
    if (user !== undefined) return user;
  }
  throw new StartError(
    'PostgreSQL does not run as root and this system has no other user for it: create one (useradd --system busbar), start Busbar as an ordinary user, or set DATABASE_URL.',
  );
}

function readUsers(): SystemUser[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4)
    .map(([name, , uid, gid]) => ({ name: name!, uid: Number(uid), gid: Number(gid) }));
}
