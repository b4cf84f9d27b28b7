import { readProfile } from '../../../areas/messaging/notifications/settings-queries.ts';
import { translatorFor } from '../../../areas/shared/i18n/translator.ts';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';

/** Reason of the energy correction after a change of a meter, in the language of the user. */
export async function meterChangeReason(ctx: Context, caller: Caller): Promise<string> {
  const { language } = await readProfile(ctx.database.db, caller);
  return translatorFor(language)('device-names:meter-changed');
}
