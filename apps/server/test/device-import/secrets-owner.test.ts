/** Which secrets of an accepted import its user gets, and for how long they are available. */
import { expect, it } from 'vitest';
import {
  acceptImport,
  previewImport,
  takeSecrets,
} from '../../src/areas/onboarding/device-import/import-service.ts';
import { renewSecret } from '../../src/areas/onboarding/device-secret/renew-secret.ts';
import type { Caller } from '../../src/caller.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildCaller, buildCustomer, buildGroup, PASSWORD } from '../support/factories/customer.ts';
import { freshCode } from '../support/factories/device.ts';
import { fixture } from '../support/fixture.ts';
import { testContext } from '../support/test-context.ts';
import { csv, HEAD } from './import-files.ts';

describeWithDatabase('the secrets of an accepted import', (database) => {
  const ctx = testContext(database);
  const customer = fixture(() => buildCustomer(ctx));
  const hall = fixture(() => buildGroup(ctx, customer, 'Hall'));
  const quay = fixture(() => buildGroup(ctx, customer, 'Quay'));
  const caller = fixture(() => buildCaller(ctx, customer, { role: 'operator' }));

  /** Returns the id of the preview of one device in each of the groups, and the codes. */
  async function previewed(...groups: string[]) {
    const codes = groups.map(() => freshCode());
    const rows = groups.map((group, i) => [codes[i]!, `Pump ${i}`, 'MT61', group]);
    const found = await previewImport(ctx, caller, csv([[...HEAD, 'Group'], ...rows]));
    if (!found.ok) throw new Error(found.refusal);
    return { codes, importId: found.value.stored!.importId };
  }

  async function accepted(...groups: string[]) {
    const preview = await previewed(...groups);
    expect(await acceptImport(ctx, caller, preview.importId)).toMatchObject({ ok: true });
    return preview;
  }

  async function takenBy(who: Caller, importId: string) {
    const taken = await takeSecrets(ctx, who, importId);
    if (!taken.ok) return taken.refusal;
    await taken.value.forget();
    return taken.value.rows.map(({ code }) => code);
  }

  it('leave out devices that the user no longer sees', async () => {
    const { codes, importId } = await accepted('Hall', 'Quay');
    expect(await takenBy({ ...caller, groupId: quay.groupId }, importId)).toEqual([codes[1]]);
  });

  it('are not given to a user who sees none of the devices any longer', async () => {
    const { codes, importId } = await accepted('Hall');
    const moved = { ...caller, groupId: quay.groupId };
    expect(await takenBy(moved, importId)).toBe('import-secrets-gone');
    expect(await takenBy({ ...caller, groupId: hall.groupId }, importId)).toEqual(codes);
  });

  it('leave out secrets that were replaced', async () => {
    const { codes, importId } = await accepted('Hall', 'Quay');
    const renewed = await renewSecret(ctx, caller, codes[0]!, { password: PASSWORD });
    expect(renewed).toMatchObject({ ok: true });
    expect(await takenBy(caller, importId)).toEqual([codes[1]]);
  });

  it('are available for an hour, however many files are previewed meanwhile', async () => {
    const { codes, importId } = await accepted('Hall');
    const oldest = await previewed('Hall');
    for (let i = 0; i < 10; i += 1) {
      ctx.clock.advance(1_000);
      await previewed('Hall');
    }
    expect(await acceptImport(ctx, caller, oldest.importId)).toMatchObject({
      refusal: 'not-found',
    });
    expect(await takenBy(caller, importId)).toEqual(codes);
  });
});
