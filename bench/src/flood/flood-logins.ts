/**
 * Sends sign-ins from a separate process at a constant rate regardless of the responses. Each uses
 * a new connection from the next of 2,000 loopback addresses and an unknown name, so that no
 * counter of an address or an account rejects it before the hashing. Arguments: URL, sign-ins per
 * second, milliseconds. Prints one line of JSON at the end (`FloodReport`).
 */
import { request } from 'node:http';

export interface FloodReport {
  readonly sent: number;
  /** Number of responses by status; 'none' if the connection was refused or reset. */
  readonly answers: Readonly<Record<string, number>>;
  /** Response times in ms of rejected sign-ins, and of those whose password was checked. */
  readonly refusedMs: readonly number[];
  readonly validatedMs: readonly number[];
}

const ADDRESSES = 2_000;
const LONGEST_WAIT_MS = 30_000;

const [url = '', perSecond = '200', runMs = '60000'] = process.argv.slice(2);
const { hostname, port } = new URL(url);
const answers: Record<string, number> = {};
const refusedMs: number[] = [];
const validatedMs: number[] = [];

function signIn(number: number): Promise<void> {
  const place = number % ADDRESSES;
  const body = JSON.stringify({
    user_account: `flood.nobody.${number}`,
    password: 'not the password',
  });
  const began = performance.now();
  return new Promise((resolve) => {
    const count = (what: string) => {
      answers[what] = (answers[what] ?? 0) + 1;
      resolve();
    };
    const outgoing = request(
      {
        hostname,
        port,
        path: '/api/v2/login',
        method: 'POST',
        agent: false,
        localAddress: `127.7.${Math.trunc(place / 250)}.${1 + (place % 250)}`,
        headers: { 'content-type': 'application/json', 'content-length': body.length },
        timeout: LONGEST_WAIT_MS,
      },
      (answer) => {
        answer.resume();
        answer.once('end', () => {
          const into = answer.statusCode === 429 ? refusedMs : validatedMs;
          into.push(performance.now() - began);
          count(String(answer.statusCode));
        });
      },
    );
    outgoing.once('timeout', () => outgoing.destroy());
    outgoing.once('error', () => count('none'));
    outgoing.end(body);
  });
}

const began = performance.now();
const open: Promise<void>[] = [];
let sent = 0;
while (performance.now() - began < Number(runMs)) {
  const due = ((performance.now() - began) * Number(perSecond)) / 1000;
  for (; sent < due; sent += 1) open.push(signIn(sent));
  await new Promise((resolve) => setTimeout(resolve, 5));
}
await Promise.all(open);
process.stdout.write(
  `${JSON.stringify({ sent, answers, refusedMs, validatedMs } satisfies FloodReport)}\n`,
);
