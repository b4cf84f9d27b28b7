/** The role with which a generated test makes a call. */
import type { CallSpec, Who } from '@busbar/contract/call';
import { may, type Permission } from '@busbar/domain/access/permission';

export const isPermission = (who: Who): who is Permission =>
  who !== 'public' && who !== 'signed-in';

/** Returns true for a call that no administrator of a customer may make. */
export const isOfPlatform = ({ who }: CallSpec): boolean =>
  isPermission(who) && !may({ role: 'admin' }, who);
