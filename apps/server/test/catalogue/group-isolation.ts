/**
 * Isolation of the groups of one customer. The root group and two sub-groups each have every kind of
 * resource. Users of one sub-group request those of the root group and of the other sub-group.
 */
import type { CallSpec, TenantId } from '@busbar/contract/call';
import { CATALOGUE } from '@busbar/contract/catalogue';
import { CUSTOMER_PERMISSIONS } from '@busbar/domain/access/permission';
import { ROLES } from '@busbar/domain/access/role';
import { REFUSALS } from '@busbar/domain/refusal';
import { describe, expect, it } from 'vitest';
import { openSession } from '../support/factories/session.ts';
import { createTenant, type Tenant } from '../support/factories/tenant.ts';
import { fingerprint } from '../support/fingerprint.ts';
import { fixture } from '../support/fixture.ts';
import { isPermission } from './call-role.ts';
import { buildServerParts, type CatalogueFixture } from './catalogue-fixture.ts';
import { ABSENT_IDS, exampleRequest, idOf, send, withId } from './requests.ts';
import { isWritten } from './role-table.ts';

const calls: readonly CallSpec[] = CATALOGUE;
const customerCalls = calls.filter(({ scope }) => scope === 'customer');
const ownCalls = calls.filter(({ scope, who }) => scope === 'own' && who !== 'public');

/** Custom roles of a customer are valid in all of its groups. */
const idFields = ownCalls
  .flatMap((call) => call.tenantIds.map((id) => ({ call, id })))
  .filter(({ id }) => id.of !== 'role')
  .map(({ call, id }, turn) => [`${call.name} ${id.at}`, call, id, turn] as const);

/**
 * Resources of the root group that a sub-group may use: only those of the sibling are outside its
 * scope.
 */
const SHARED_FROM_ABOVE: readonly TenantId['of'][] = [
  'rate',
  'protection-template',
  'meter-profile',
];

/** Texts of the root group that every group of the customer can read. */
const SHOWN_TO_ALL = [
  ...['own-en', 'own-zh', 'own-rate', 'own-template', 'own-maker', 'own-role', 'sibling-role'],
];
/**
 * Calls whose responses name users of higher groups: an alarm can be escalated to them, and one of
 * their templates shows who changed it.
 */
const NAMES_USERS_ABOVE = ['v2.notification-settings', 'v2.protection-templates'];

const codeOf = (call: CallSpec, answer: { json(): Record<string, unknown> }) =>
  answer.json()[call.version === 'v1' ? 'errCode' : 'code'];

interface Groups {
  readonly branch: Tenant;
  readonly sibling: Tenant;
  /** The id of a user of the branch whose custom role has every permission of a customer. */
  readonly almighty: number;
}

export function describeGroupIsolation(world: CatalogueFixture): void {
  describe('isolation between groups of one customer', () => {
    const groups = fixture(() => createGroups(world));

    const tokenOf = (userId: number) =>
      openSession(world.database, world.own.customerId, userId, world.server.clock.now());

    async function ask(call: CallSpec, userId: number, id?: TenantId, value?: string | number) {
      const example = exampleRequest(call, groups.branch, userId);
      const request = id === undefined ? example : withId(example, id, value);
      return send(world.app, call, request, await tokenOf(userId));
    }

    /**
     * Returns a fingerprint that changes with any row of the customer's own group or of the
     * sibling.
     */
    const rowsOutside = (sibling: Tenant) =>
      fingerprint(world.database, sibling.customerId, {
        rows: outsideOf([world.own, sibling]),
        withoutAudit: true,
      });

    it('refuses every call on the whole customer to users of a sub-group, without a change', async () => {
      const { branch, almighty } = groups;
      const before = await fingerprint(world.database, branch.customerId);
      const users = [
        ...ROLES.map((role) => ({ name: role, userId: branch.users[role].userId })),
        { name: 'own role with all permissions', userId: almighty },
      ];
      expect(customerCalls.length).toBeGreaterThan(10);
      for (const call of customerCalls) {
        for (const { name, userId } of users) {
          const answer = await ask(call, userId);
          const holds =
            userId === almighty || (isPermission(call.who) && isWritten(name, call.who));
          const reason = holds ? 'root-group-required' : 'forbidden';
          expect([call.name, name, answer.statusCode, answer.json().reason]).toEqual([
            call.name,
            name,
            403,
            reason,
          ]);
        }
      }
      expect(await fingerprint(world.database, branch.customerId)).toBe(before);
    });

    it('answers ids of the root group and of a sibling group like unknown ids', async () => {
      const { branch, sibling } = groups;
      const before = await rowsOutside(sibling);
      for (const [name, call, id, turn] of idFields) {
        const isShared = SHARED_FROM_ABOVE.includes(id.of) || id.at.endsWith('escalate_to');
        const isSibling = isShared || turn % 2 === 1;
        const value = idOf(isSibling ? sibling : world.own, id.of);
        const { userId } = branch.users.admin;
        const answer = await ask(call, userId, id, value);
        const absent = await ask(call, userId, id, ABSENT_IDS[id.of]);
        expect([name, answer.statusCode]).toEqual([name, absent.statusCode]);
        if (!answer.body.startsWith('{')) {
          expect([name, answer.body]).toEqual([name, absent.body]);
          continue;
        }
        const expected = { empty: 0, 'not-found': 404, forbidden: 403 }[id.miss];
        expect([name, codeOf(call, answer)]).toEqual([name, expected]);
        expect([name, codeOf(call, absent)]).toEqual([name, expected]);
      }
      // A wall layout stores the codes that its owner typed, even those of foreign devices.
      await world.database.db
        .deleteFrom('wall_layout')
        .where('customer_id', '=', branch.customerId)
        .execute();
      expect(await rowsOutside(sibling)).toBe(before);
    });

    it('shows a sub-group nothing of the root group and of a sibling group, and changes nothing there', async () => {
      const { branch, sibling } = groups;
      // A new device of the branch has the tariff of the branch instead of one from above.
      await world.database.db
        .insertInto('group_default')
        .values({
          customer_id: branch.customerId,
          group_id: branch.groupId,
          rate_id: branch.rateId,
          expected_interval_s: null,
          template_id: null,
          changed_by: branch.users.admin.userId,
          changed_at: new Date(),
        })
        .onConflict((oc) =>
          oc.columns(['customer_id', 'group_id']).doUpdateSet({ rate_id: branch.rateId }),
        )
        .execute();
      const before = await rowsOutside(sibling);
      const codes = [world.own, sibling].map(({ deviceCode }) => deviceCode);
      const leaks: string[] = [];
      for (const call of ownCalls) {
        const { body } = await ask(call, branch.users.admin.userId);
        const isAllowed = (text: string) =>
          SHOWN_TO_ALL.includes(text) ||
          (REFUSALS as readonly string[]).includes(text) ||
          (NAMES_USERS_ABOVE.includes(call.name) && text.startsWith('own-'));
        const texts = new Set(body.match(/\b(own|sibling)-[a-z-]+/g) ?? []);
        for (const text of [...texts, ...codes.filter((code) => body.includes(code))]) {
          if (!isAllowed(text)) leaks.push(`${call.name}: ${text}`);
        }
      }
      expect(leaks).toEqual([]);
      expect(await rowsOutside(sibling)).toBe(before);
    });
  });
}

async function createGroups({ server, database, own }: CatalogueFixture): Promise<Groups> {
  const now = server.clock.now();
  const under = { customerId: own.customerId, groupId: own.groupId };
  const branch = await createTenant(database, { label: 'branch', now, under });
  const sibling = await createTenant(database, { label: 'sibling', now, under });
  for (const tenant of [branch, sibling]) await buildServerParts(server, database, tenant);
  const at = new Date(now);
  const { id } = await database.db
    .insertInto('custom_role')
    .values({
      customer_id: own.customerId,
      name: 'branch-almighty',
      copied_from: 'viewer',
      permissions: [...CUSTOMER_PERMISSIONS],
      created_at: at,
      changed_at: at,
    })
    .returning('custom_role_id as id')
    .executeTakeFirstOrThrow();
  const almighty = branch.users.viewer.userId + 2_000_000;
  await database.db
    .insertInto('user_account')
    .values({
      customer_id: own.customerId,
      user_id: almighty,
      group_id: branch.groupId,
      user_name: 'branch-almighty',
      password_hash: 'none',
      role: 'viewer',
      custom_role_id: id,
      created_at: at,
      password_changed_at: at,
    })
    .execute();
  return { branch, sibling, almighty };
}

/**
 * Returns a pattern that matches the rows of these tenants as text: by the label in each free text
 * and by large numbers.
 */
function outsideOf(tenants: readonly Tenant[]): string {
  const ids = tenants.flatMap(({ deviceId, projectId, rateId }) => [deviceId, projectId, rateId]);
  return `\\m(own|sibling)-|\\m(${ids.join('|')})\\M`;
}
