/** v1 access calls (docs/specification/calls.md 1.2; docs/decisions.md 4, 18, 19). */
import { Type } from 'typebox';
import { defineCalls } from '../call.ts';
import { Id, Text } from '../shapes.ts';
import { LoginAnswer, LoginBody } from '../v2/identity/session.ts';
import { MenuAnswer } from '../v2/identity/sys-menus.ts';
import { ZoneRow } from '../v2/shared/reference.ts';

export const sysCalls = defineCalls({
  'v1.sys.login': {
    method: 'POST',
    path: '/sys/login',
    summary: 'Sign in; same payload as v2 login',
    who: 'public',
    scope: 'platform',
    effect: 'write',
    body: LoginBody,
    answer: { data: LoginAnswer },
    tenantIds: [],
    example: { body: { user_account: '{account}', password: '{password}' } },
  },
  'v1.sys.user.modifyPwd': {
    method: 'POST',
    path: '/sys/user/modifyPwd',
    summary: 'Change the own password; ends every session of the user',
    who: 'signed-in',
    scope: 'own',
    effect: 'write',
    beforePasswordChange: true,
    body: Type.Object({ id: Type.Optional(Id), oldPassword: Text(), password: Text() }),
    answer: {},
    tenantIds: [{ at: 'body.id', of: 'user', miss: 'forbidden' }],
    example: { body: { id: '{user}', oldPassword: 'x', password: 'another-Secret-1' } },
  },
  'v1.sys.user.getMenuByToken': {
    method: 'POST',
    path: '/sys/user/getMenuByToken',
    summary: 'Menu of the signed-in user',
    who: 'signed-in',
    scope: 'own',
    effect: 'read',
    body: Type.Object({ token: Type.Optional(Text(200)) }),
    answer: { ...MenuAnswer, code: Type.Optional(Type.Literal(0)) },
    tenantIds: [],
    example: { body: {} },
  },
  'v1.sys.zone.findAll': {
    method: 'POST',
    path: '/sys/zone/findAll',
    summary: 'Time zones, Asia/Shanghai first',
    who: 'public',
    scope: 'platform',
    effect: 'read',
    answer: { data: Type.Array(ZoneRow) },
    tenantIds: [],
    example: {},
  },
  'v1.sys.group.findAll': {
    method: 'POST',
    path: '/sys/group/findAll',
    summary: 'The own group and those below',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    answer: {
      data: Type.Array(
        Type.Object({ id: Type.Integer(), name: Type.String(), parentId: Type.Integer() }),
      ),
    },
    tenantIds: [],
    example: {},
  },
  'v1.sys.home.statisticsOnline': {
    method: 'POST',
    path: '/sys/home/statisticsOnline',
    summary: 'How many devices there are, online and offline',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    body: Type.Object({ groupId: Type.Optional(Id) }),
    answer: {
      data: Type.Object({
        total: Type.Integer(),
        online: Type.Integer(),
        /** Number of devices that are not online, including the `late` ones. */
        offline: Type.Integer(),
        late: Type.Integer(),
      }),
    },
    tenantIds: [{ at: 'body.groupId', of: 'group', miss: 'not-found' }],
    example: { body: { groupId: '{group}' } },
  },
});
