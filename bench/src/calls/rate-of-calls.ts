/** Calls a second over several keep-alive connections, each sending its next call on the response. */
import { Agent, request } from 'node:http';
import { percentile } from '../engine/print-table.ts';

export interface CallRate {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly count: number;
}

export interface RatedCall {
  readonly url: string;
  readonly token: string;
  readonly connections: number;
  readonly seconds: number;
}

/** Throws if a response has another status than 200. */
export async function rateOfCalls(path: string, of: RatedCall): Promise<CallRate> {
  const agent = new Agent({ keepAlive: true, maxSockets: of.connections });
  const target = new URL(path, of.url);
  const ms: number[] = [];
  try {
    const began = performance.now();
    const end = began + of.seconds * 1000;
    const line = async () => {
      while (performance.now() < end) {
        const sentAt = performance.now();
        await send(agent, target, of.token);
        ms.push(performance.now() - sentAt);
      }
    };
    await Promise.all(Array.from({ length: of.connections }, line));
    const elapsedS = (performance.now() - began) / 1000;
    ms.sort((a, b) => a - b);
    return {
      perSecond: ms.length / elapsedS,
      p50Ms: percentile(ms, 0.5),
      p95Ms: percentile(ms, 0.95),
      count: ms.length,
    };
  } finally {
    agent.destroy();
  }
}

function send(agent: Agent, target: URL, authorization: string): Promise<void> {
  return new Promise((resolve, reject) => {
    request(target, { agent, headers: { authorization } }, (response) => {
      if (response.statusCode !== 200) {
        reject(new Error(`${target.pathname} was answered with ${response.statusCode}`));
      }
      response.on('error', reject).on('end', resolve).resume();
    })
      .on('error', reject)
      .end();
  });
}
