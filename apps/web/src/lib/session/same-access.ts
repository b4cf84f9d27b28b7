/** Compares the session that a user opens again with the one that has expired. */
import type { Session } from './session.ts';

/** True if a page of the earlier session may go on: the same user, group and permissions. */
export const hasSameAccess = (session: Session, earlier: Session): boolean =>
  JSON.stringify(accessOf(session)) === JSON.stringify(accessOf(earlier));

const accessOf = ({ resetPassword, secondFactorDue, user }: Session) => [
  resetPassword,
  secondFactorDue,
  user.user_id,
  user.group_id,
  user.permissions,
];
