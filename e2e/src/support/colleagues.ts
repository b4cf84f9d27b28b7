/**
 * Colleagues of the demo user, one for each given role, who have already changed their initial
 * password.
 */
import { ApiClient } from './ask.ts';
import type { Program } from './demo/program.ts';

export interface Colleague {
  readonly account: string;
  readonly password: string;
}

export async function inviteColleagues<R extends string>(
  program: Program,
  roles: readonly R[],
): Promise<Record<R, Colleague>> {
  const demo = new ApiClient(program);
  const { user_info: self } = await demo.signIn('demo', program.demoPassword);
  const created: [R, Colleague][] = [];
  for (const role of roles) {
    const account = `walker.${role}`;
    const password = `copper rail of ${role}`;
    const { initial_password } = await demo.call('POST', '/api/v2/users', {
      name: account,
      role,
      group_id: String(self.group_id),
    });
    const colleague = new ApiClient(program);
    await colleague.signIn(account, initial_password);
    await colleague.changePassword(initial_password, password);
    created.push([role, { account, password }]);
  }
  return Object.fromEntries(created) as Record<R, Colleague>;
}
