/** Writes protection templates to many devices in one run, like a user who starts it and waits. */
import type { ProtectionDefinition } from '@busbar/domain/protection/definition';
import { LOST_PHASE } from '@busbar/domain/protection/protections/lost-phase';
import { LOW_VOLTAGE } from '@busbar/domain/protection/protections/low-voltage';
import { OVER_CURRENT } from '@busbar/domain/protection/protections/over-current';
import { OVER_LOAD } from '@busbar/domain/protection/protections/over-load';
import { OVER_VOLTAGE } from '@busbar/domain/protection/protections/over-voltage';
import { defaultsOf, writeRecord } from '@busbar/domain/protection/values';

const SETS = [OVER_VOLTAGE, LOW_VOLTAGE, OVER_CURRENT, OVER_LOAD, LOST_PHASE] as const;
const LOOK_EVERY_MS = 1_000;

export interface Written {
  readonly steps: number;
  /** Number of parameter sets that were written and read back with the expected values. */
  readonly same: number;
  readonly tookS: number;
}

/** Resolves when every step has ended. */
export async function writeTemplates(
  url: string,
  token: string,
  codes: readonly string[],
): Promise<Written> {
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${url}/api/v2/protection-templates${path}`, {
      method,
      headers: { authorization: token, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { data, msg } = (await answer.json()) as { data?: Record<string, unknown>; msg: string };
    if (data === undefined) throw new Error(msg);
    return data;
  };
  const factory = (definition: ProtectionDefinition) =>
    writeRecord(definition, defaultsOf(definition));
  const sets = Object.fromEntries(SETS.map((definition) => [definition.name, factory(definition)]));
  const began = performance.now();
  const { id } = await ask('POST', '', { name: 'Bench', sets });
  const { run_id: runId } = await ask('POST', `/${String(id)}/write`, { device_codes: codes });
  for (;;) {
    const run = (await ask('GET', `/runs/${String(runId)}`)) as unknown as {
      readonly ended_at: number | null;
      readonly steps: readonly { readonly state: string }[];
    };
    const { steps } = run;
    if (run.ended_at !== null) {
      const same = steps.filter(({ state }) => state === 'same').length;
      return { steps: steps.length, same, tookS: (performance.now() - began) / 1_000 };
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
