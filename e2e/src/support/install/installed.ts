/** What a test reads of the installed service. */
import type { Machine } from './machine.ts';

/** Runs inside the machine, whose network no other process can reach. */
const CALL = `
  const [path, body] = process.argv.slice(1);
  const answer = await fetch('http://127.0.0.1:8080' + path, body && {
    method: 'POST', headers: { 'content-type': 'application/json' }, body });
  console.log(JSON.stringify({ status: answer.status, text: await answer.text() }));`;

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it needs of the wire.
  readonly body: any;
}

const NODE = '/usr/lib/busbar/bin/node --input-type=module --eval';

/** Returns the text of a page or call. */
export async function textOf(machine: Machine, path: string): Promise<string> {
  return (await request(machine, path)).text;
}

async function call(machine: Machine, path: string, body?: object): Promise<Answer> {
  const { status, text } = await request(machine, path, body);
  return { status, body: JSON.parse(text) };
}

async function request(
  machine: Machine,
  path: string,
  body?: object,
): Promise<{ readonly status: number; readonly text: string }> {
  const parameters = [path, ...(body === undefined ? [] : [JSON.stringify(body)])];
  const quoted = [CALL, ...parameters].map((text) => `'${text.replaceAll("'", `'"'"'`)}'`);
  return JSON.parse(await machine.must(`${NODE} ${quoted.join(' ')}`));
}

export async function isReady(machine: Machine): Promise<boolean> {
  const state = await machine.run('systemctl is-active busbar');
  return state.output === 'active\n' && (await call(machine, '/health/ready')).status === 200;
}

/** The password of the platform administrator that the first start has generated. */
export async function generatedPassword(machine: Machine): Promise<string> {
  const secrets = JSON.parse(await machine.must('cat /var/lib/busbar/secrets.json'));
  return secrets.platformAdminPassword;
}

/** Signs the platform administrator in; returns the id, or the refusal. */
export async function signIn(machine: Machine, password: string): Promise<unknown> {
  const { body } = await call(machine, '/api/v2/login', {
    user_account: 'platform',
    password,
    login_type: 'admin',
  });
  return body.data?.user_info?.user_id ?? body;
}

/** The lines that the program itself printed since the last call, without those of its log. */
export async function printedLines(machine: Machine): Promise<string[]> {
  const output = await machine.must(
    'journalctl --identifier=busbar --output=cat --quiet --cursor-file=/run/printed',
  );
  const lines = output.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
  // The service is started again every 5 s.
  return [...new Set(lines)];
}
