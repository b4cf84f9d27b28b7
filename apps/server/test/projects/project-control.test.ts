/**
 * Switching the lamp groups of a project: one batch command, through the command gate, with a
 * result per group.
 */
import { expect, it } from 'vitest';
import { runBatchCommands } from '../../src/areas/control/batch/run-batch-commands.ts';
import {
  controlProject,
  findProjectCommands,
} from '../../src/areas/sites/project-control/control-project.ts';
import {
  addLampGroup,
  changeLampGroup,
  removeLampGroup,
} from '../../src/areas/sites/projects/lamp-group-service.ts';
import { addProject } from '../../src/areas/sites/projects/project-service.ts';
import { buildControlFixture } from '../control/control-fixture.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { testContext } from '../support/test-context.ts';
import { buildLampProject, buildLamps } from './lamp-fixture.ts';

describeWithDatabase('project control', (database) => {
  const ctx = testContext(database, { CONTROL_GROUP_PERCENT: '100' });

  it('submits a command to every group in use, and returns the result of each', async () => {
    const { ctx, caller, addDevice } = await buildControlFixture(database);
    const project = await addProject(ctx, caller, { name: 'Pier', type: 'lamp' });
    if (!project.ok) throw new Error(project.refusal);
    const projectId = project.value.id;
    const lamps = async (name: string, device: { connected?: boolean }, inUse = true) => {
      const { deviceId } = await addDevice(device);
      const setting = { name, lampCount: 20, lampPowerKw: 0.1, inUse };
      const added = await addLampGroup(ctx, caller, projectId, {
        device: deviceId,
        setting,
        position: {},
      });
      if (!added.ok) throw new Error(added.refusal);
      return added.value.id;
    };
    const one = await lamps('A', {});
    const two = await lamps('B', { connected: false });
    await lamps('C', {}, false);
    const started = await controlProject(ctx, caller, {
      project: projectId,
      lampGroups: undefined,
      command: 'open',
      source: 'test',
    });
    expect(started).toMatchObject({ ok: true, value: { groups: 2 } });
    await runBatchCommands(ctx);
    const found = await findProjectCommands(ctx, caller, {
      project: String(projectId),
      page: 1,
      pageSize: 10,
    });
    expect(found).toMatchObject({
      value: {
        total: 1,
        commands: [
          {
            command: 'open',
            userName: caller.userName,
            groups: [
              { lampGroupId: one, lampGroupName: 'A', state: 'queued' },
              { lampGroupId: two, state: 'refused', reason: 'device-offline' },
            ],
          },
        ],
      },
    });
  });

  it('is rejected if a lamp group has another device than the confirmed one', async () => {
    const fixture = await buildControlFixture(database);
    const { caller, addDevice } = fixture;
    const project = await addProject(fixture.ctx, caller, { name: 'Pier', type: 'lamp' });
    if (!project.ok) throw new Error(project.refusal);
    const [shown, other] = [await addDevice(), await addDevice()];
    const changed: number[] = [];
    fixture.ctx.bus.subscribe('device.changed', ({ deviceId }) => changed.push(deviceId));
    const setting = { name: 'A', lampCount: 20, lampPowerKw: 0.1, inUse: true };
    const lamps = { device: shown.deviceId, setting, position: {} };
    const added = await addLampGroup(fixture.ctx, caller, project.value.id, lamps);
    if (!added.ok) throw new Error(added.refusal);
    const exchange = { ...lamps, device: other.deviceId };
    await changeLampGroup(fixture.ctx, caller, String(added.value.id), exchange);
    const request = { project: project.value.id, command: 'open', source: 'test' } as const;
    for (const lampGroups of [[added.value.id], undefined]) {
      for (const deviceCodes of [[shown.deviceCode], [other.deviceCode, other.deviceCode]]) {
        const confirmed = { ...request, lampGroups, deviceCodes };
        expect(await controlProject(fixture.ctx, caller, confirmed)).toMatchObject({
          refusal: 'lamp-group-device-changed',
        });
      }
    }
    const deviceCodes = [other.deviceCode];
    expect(
      await controlProject(fixture.ctx, caller, { ...request, lampGroups: undefined, deviceCodes }),
    ).toMatchObject({ ok: true, value: { groups: 1 } });
    await removeLampGroup(fixture.ctx, caller, String(added.value.id));
    // Added, exchanged, removed.
    const { deviceId } = other;
    expect(changed).toEqual([shown.deviceId, shown.deviceId, deviceId, deviceId]);
  });

  it('is rejected for a group of another project, and if no group is in use', async () => {
    const project = await buildLampProject(ctx);
    const { caller, projectId } = project;
    const request = { project: projectId, command: 'close', source: 'test' } as const;
    const second = await addProject(ctx, caller, { name: 'Other', type: 'lamp' });
    if (!second.ok) throw new Error(second.refusal);
    const aside = await buildLamps(ctx, { caller, projectId: second.value.id });
    const lampGroups = [aside.group.id];
    expect(await controlProject(ctx, caller, { ...request, lampGroups })).toMatchObject({
      refusal: 'not-found',
      field: 'lamp_group_ids.0',
    });
    expect(await controlProject(ctx, caller, { ...request, lampGroups: undefined })).toMatchObject({
      refusal: 'no-lamp-group',
    });
    const own = await buildLamps(ctx, project);
    const off = { setting: { inUse: false }, position: {} };
    await changeLampGroup(ctx, caller, String(own.group.id), off);
    expect(await controlProject(ctx, caller, { ...request, lampGroups: undefined })).toMatchObject({
      refusal: 'no-lamp-group',
    });
  });
});
