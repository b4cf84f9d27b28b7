/** Another administrator, who changes the demo's tree of groups while a page is open. */
import { ApiClient } from './ask.ts';
import type { Program } from './demo/program.ts';

export interface OtherAdministrator {
  /** Moves a group; both groups are identified by name. */
  moveGroup(name: string, below: string): Promise<void>;
}

interface Group {
  readonly id: number;
  readonly name: string;
}

export async function otherAdministrator(program: Program): Promise<OtherAdministrator> {
  const client = new ApiClient(program);
  await client.signIn('demo', program.demoPassword);
  return {
    async moveGroup(name, below) {
      const { list }: { list: Group[] } = await client.call('GET', '/api/v2/groups');
      const idOf = (wanted: string) => String(list.find((one) => one.name === wanted)?.id);
      const parent_id = idOf(below);
      const path = `/api/v2/groups/${idOf(name)}`;
      const preview = await client.call('POST', `${path}/move/preview`, { parent_id });
      await client.call('POST', `${path}/move`, { parent_id, token: preview.token });
    },
  };
}
