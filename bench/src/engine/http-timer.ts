/** Calls over one keep-alive connection, timed from first byte sent to last byte received. */
import { Agent, request } from 'node:http';

export interface TimedCall {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  /** Number of rows that a valid response contains; undefined if the response is not a list. */
  readonly rows: number | undefined;
}

export interface TimedAnswers {
  readonly ms: readonly number[];
  readonly bytes: number;
}

/** Number of warm-up calls before the measurement. */
export const WARM_UP = 5;

/** Ends after `most` calls or `limitMs`. Throws if the first response does not contain the rows. */
export async function timeCall(
  url: string,
  token: string,
  call: TimedCall,
  most: number,
  limitMs: number,
): Promise<TimedAnswers> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const first = await send(agent, url, token, call);
    check(call, first);
    for (let i = 1; i < WARM_UP; i++) await send(agent, url, token, call);
    const ms: number[] = [];
    const end = performance.now() + limitMs;
    while (ms.length < most && performance.now() < end) {
      const began = performance.now();
      await send(agent, url, token, call);
      ms.push(performance.now() - began);
    }
    return { ms, bytes: first.length };
  } finally {
    agent.destroy();
  }
}

/** Maximum number of connections of a browser to one server. */
const BROWSER_CONNECTIONS = 6;

/** Sends all calls in parallel, like a page, and measures until the last response. */
export async function timeTogether(
  url: string,
  token: string,
  calls: readonly TimedCall[],
  most: number,
  limitMs: number,
): Promise<TimedAnswers> {
  const agent = new Agent({ keepAlive: true, maxSockets: BROWSER_CONNECTIONS });
  try {
    const ms: number[] = [];
    let bytes = 0;
    const end = performance.now() + limitMs;
    for (let round = -WARM_UP; round < most && (round <= 0 || performance.now() < end); round++) {
      const began = performance.now();
      const answers = await Promise.all(calls.map((call) => send(agent, url, token, call)));
      if (round >= 0) ms.push(performance.now() - began);
      bytes = answers.reduce((sum, answer) => sum + answer.length, 0);
    }
    return { ms, bytes };
  } finally {
    agent.destroy();
  }
}

function check(call: TimedCall, answer: Buffer): void {
  const { data } = JSON.parse(answer.toString()) as { data?: object };
  const rows = Array.isArray(data) ? data : Object.values(data ?? {}).find(Array.isArray);
  if (call.rows !== undefined && rows?.length !== call.rows) {
    throw new Error(`${call.name}: ${rows?.length} rows instead of ${call.rows}`);
  }
}

function send(agent: Agent, url: string, token: string, call: TimedCall): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      new URL(call.path, url),
      {
        agent,
        method: call.method,
        headers: { authorization: token, 'content-type': 'application/json' },
      },
      (answer) => {
        const pieces: Buffer[] = [];
        answer.on('data', (piece: Buffer) => pieces.push(piece));
        answer.on('error', reject);
        answer.on('end', () => {
          const whole = Buffer.concat(pieces);
          if (answer.statusCode === 200) resolve(whole);
          else reject(new Error(`${call.name}: ${answer.statusCode} ${whole.toString()}`));
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(call.body === undefined ? undefined : JSON.stringify(call.body));
  });
}
