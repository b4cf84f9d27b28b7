/**
 * Breakers of tower users that were moved to another group. A user of the platform who does not see
 * such a breaker neither sees nor changes the tower user, whose settings stay with the tower.
 */
import type { Scope } from '../../../caller.ts';
import type { TowerRow, TowerUserRow } from './tower-queries.ts';

export const isHidden = ({ groupId }: Scope, { groupPath }: Pick<TowerUserRow, 'groupPath'>) =>
  !groupPath.includes(groupId);

/**
 * Returns true if someone is responsible for what the tower does with the breaker: the users of the
 * project, or the user who saved the tower.
 */
export function isTowerAllowed(
  { groupId, savedByGroupId }: Pick<TowerRow, 'groupId' | 'savedByGroupId'>,
  { groupPath }: Pick<TowerUserRow, 'groupPath'>,
): boolean {
  return (
    groupPath.includes(groupId) || (savedByGroupId !== null && groupPath.includes(savedByGroupId))
  );
}
