/** The signed-in user as returned by the server at sign-in. */
import type { Answer } from '../calls/call-types.ts';

export type SessionUser = Answer<'v2.login'>['data']['user_info'];
