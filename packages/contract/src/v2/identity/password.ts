/** A forgotten password; the link in the mail is used with `v2.invitation.accept`. */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { Text } from '../../shapes.ts';

export const passwordCalls = defineCalls({
  'v2.password.forgotten': {
    method: 'POST',
    path: '/api/v2/password/forgotten',
    summary: 'Request a link for a new password by mail; same answer whether the account exists',
    who: 'public',
    scope: 'platform',
    effect: 'write',
    body: Type.Object({ user_account: Text(), language: Type.Optional(Text(10)) }),
    answer: {},
    tenantIds: [],
    example: { body: { user_account: 'nobody.at.all' } },
  },
});
