/** Calls over one kept connection, timed from the first byte out to the last byte in. */
import { Agent, request } from 'node:http';
import type { QueryCall } from './query-calls.ts';

export interface TimedAnswers {
  readonly ms: readonly number[];
  readonly bytes: number;
}

/** Calls before the clock runs. */
export const WARM_UP = 5;

/** Stops after `most` calls or `limitMs`. The first answer is read and must hold the rows. */
export async function timeCall(
  url: string,
  token: string,
  call: QueryCall,
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

function check(call: QueryCall, answer: Buffer): void {
  const { data } = JSON.parse(answer.toString()) as { data?: unknown };
  const rows = Array.isArray(data) ? data : (data as { list?: unknown[] } | undefined)?.list;
  if (rows?.length !== call.rows) {
    throw new Error(`${call.name}: ${rows?.length} rows instead of ${call.rows}`);
  }
}

function send(agent: Agent, url: string, token: string, call: QueryCall): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const asked = request(
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
    asked.on('error', reject);
    asked.end(call.body === undefined ? undefined : JSON.stringify(call.body));
  });
}
