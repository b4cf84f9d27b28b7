/** Registration and activation (docs/specification/accounts.md 3 and 4; docs/decisions.md 3). */

import type { registrationCalls } from '@busbar/contract/v2/identity/registration';
import { camelCaseKeys, pickSnakeCase } from '@busbar/domain/key-case';
import { activate } from '../../../areas/identity/registration/activation-service.ts';
import {
  findPendingCustomers,
  REGISTRATION_COOKIE,
  REGISTRATION_MAX_AGE_S,
  register,
} from '../../../areas/identity/registration/registration-service.ts';
import { isSignInNameFree } from '../../../areas/identity/registration/sign-in-name-service.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';
import { onWire } from '../../responses/field-names.ts';

const WIRE_NAMES = { account: 'platform_account', receiveUrl: 'device_data_receive_url' };

export function registrationHandlers(ctx: Context): HandlersOf<typeof registrationCalls> {
  return {
    'v2.register': async ({ body, facts }) => {
      const {
        platform_account: account,
        use_https_flag: useHttps,
        use_platform_api_flag: usePlatformApi,
        device_data_receive_url: receiveUrl,
        ...customer
      } = body;
      const outcome = await register(ctx, {
        ...camelCaseKeys(customer),
        account,
        useHttps,
        usePlatformApi,
        receiveUrl,
        clientAddress: facts.address,
      });
      if (!outcome.ok) return onWire(outcome, WIRE_NAMES);
      facts.setCookie(REGISTRATION_COOKIE, outcome.value.ticket, {
        httpOnly: true,
        maxAgeS: REGISTRATION_MAX_AGE_S,
      });
      return {
        data: pickSnakeCase(outcome.value, 'customerId', 'initialPassword'),
        msg: REFUSAL_MESSAGES.registered,
      };
    },
    'v2.register.name': async ({ body, facts }) => {
      const outcome = await isSignInNameFree(ctx, body.platform_account, facts.address);
      return outcome.ok ? { data: { is_free: outcome.value } } : onWire(outcome, WIRE_NAMES);
    },
    'v2.audit': async ({ body, caller, facts }) => {
      const outcome = await activate(ctx, caller, {
        customerId: body.customer_id,
        password: body.input_pass,
        accept: body.audit_flag,
        clientAddress: facts.address,
      });
      if (!outcome.ok) return outcome;
      return { msg: body.audit_flag ? REFUSAL_MESSAGES.activated : REFUSAL_MESSAGES.rejected };
    },
    'v2.customers': async ({ caller, facts }) => {
      const pending = await findPendingCustomers(ctx, caller, facts.cookie(REGISTRATION_COOKIE));
      if (pending.length === 0) return { data: null };
      return {
        data: pending.map(({ customerId, chineseCode, account }) => ({
          id: customerId,
          chinese_code: chineseCode,
          user_account: account,
        })),
      };
    },
  };
}
